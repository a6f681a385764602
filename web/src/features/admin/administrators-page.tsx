import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { useGo } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { toasts } from '../../ui/toasts.ts';
import { KEEP, ON_A_PAGE } from './admin.data.ts';
import css from './admin.module.css';
import { AdministratorRights } from './administrator-rights.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';

const read = (raw: RawSearch) => searchWhole(raw, 'page', 1);

/** `/admin/administrators`: who administers what, and who may let others in. */
export default function AdministratorsPage() {
  const t = useTexts('admin');
  const go = useGo();
  const [page, change] = useUrlState(read);
  const query = { page, limit: ON_A_PAGE, administrators: true };
  const answer = useCall('users.list', { query }, KEEP);
  const { data } = answer;
  const [chosen, setChosen] = useState<UserRow | null>(null);
  const columns = useColumns(setChosen, (user) => go(`/admin/audit?user_id=${user.id}`));
  const add = () => {
    toasts.info(t('administrators.add_hint'));
    go('/admin/users');
  };
  return (
    <>
      <PageHeader
        title={t('administrators.title')}
        count={data?.total}
        countIsExact={data?.is_exact}
        sub={t('administrators.lead')}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={add}>
            {t('administrators.add')}
          </Button>
        }
      />
      <ListTable
        label={t('administrators.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.full_name}
        skeletonRows={3}
        empty={null}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {chosen && <AdministratorRights user={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function useColumns(onRights: (user: UserRow) => void, onLog: (user: UserRow) => void): Column<UserRow>[] {
  const t = useTexts('admin');
  const f = useFormats();
  const me = useMe();
  return [
    {
      key: 'name',
      title: t('administrators.column.name'),
      card: 'title',
      width: '34%',
      cell: (row) => (
        <>
          {row.full_name}
          {row.id === me?.id && ` (${t('administrators.you')})`}
          <span className="k-under">
            {row.email ?? '–'}
            {row.status === 'active' ? '' : ` · ${t(`users.status.${row.status}`)}`}
          </span>
        </>
      ),
    },
    {
      key: 'rights',
      title: t('administrators.column.rights'),
      card: 'plain',
      cell: (row) => (
        <div className={css.wrap}>
          {row.user_permission?.allow.map((right) => t(`administrators.right.${right}`)).join(' · ')}
        </div>
      ),
    },
    {
      key: 'last_login',
      title: t('administrators.column.last_login'),
      width: '170px',
      align: 'right',
      cell: (row) => (row.last_login ? f.relative(row.last_login) : t('users.never')),
    },
    {
      key: 'deed',
      title: t('administrators.column.deed'),
      width: '96px',
      align: 'right',
      card: 'aside',
      cell: (row) => (
        <RowMenu
          label={t('deeds_of', { name: row.full_name })}
          deeds={[
            { label: t('administrators.change'), onClick: () => onRights(row) },
            { label: t('users.log'), onClick: () => onLog(row) },
          ]}
        />
      ),
    },
  ];
}
