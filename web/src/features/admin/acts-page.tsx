import type { SeenAct } from '@kelisim/shared/features/acts/acts-admin.contract.ts';
import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { hrefWith, searchFlag, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { statusTone } from '../acts/public.ts';
import { KEEP, ON_A_PAGE, readList } from './admin.data.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';

const read = (raw: RawSearch) => ({ ...readList(raw), deleted: searchFlag(raw, 'deleted') });

/** `/admin/acts`: acts of all companies, found by number or БИН; deleted ones are brought back. */
export default function AdminActsPage() {
  const t = useTexts('admin');
  const [{ page, search, deleted }, change] = useUrlState(read);
  const answer = useCall('acts_admin.list', { query: { page, limit: ON_A_PAGE, search, deleted } }, KEEP);
  const { data } = answer;
  const find = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const [chosen, setChosen] = useState<SeenAct | null>(null);
  const columns = useColumns(setChosen).filter(({ key }) => deleted || key !== 'restore');
  return (
    <>
      <PageHeader title={t('acts.title')} count={data?.total} countIsExact={data?.is_exact} />
      <ViewTabs
        label={t('acts.views')}
        current={deleted ? 'deleted' : 'living'}
        tabs={[
          { key: 'living', label: t('acts.living'), href: '/admin/acts' },
          { key: 'deleted', label: t('acts.deleted'), href: hrefWith('/admin/acts', { deleted: true }) },
        ]}
      />
      <FilterChips chips={[]} onReset={() => change({ search: undefined })}>
        <SearchField
          label={t('acts.search')}
          placeholder={t('acts.search_short')}
          value={search}
          onSearch={find}
        />
      </FilterChips>
      <ListTable
        label={t('acts.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => t('acts.name', { number: row.number, company: row.company.name })}
        empty={<EmptyState title={t(deleted ? 'acts.none_deleted' : 'acts.none')} noAction="others" />}
        onResetFilters={search ? () => change({ search: undefined }) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {chosen && <RestoreDialog act={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function RestoreDialog({ act, onClose }: { act: SeenAct; onClose: () => void }) {
  const t = useTexts('admin');
  const [reason, setReason] = useState('');
  const restore = useAction('acts_admin.restore', { stale: ['acts_admin.'], meta: { quiet: true } });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('acts.restore_ask', { number: act.number, company: act.company.name })}
      confirmLabel={t('acts.restore')}
      disabled={!reason.trim()}
      onConfirm={async () => {
        await restore.mutateAsync({ params: { act_id: act.id }, body: { reason: reason.trim() } });
        toasts.success(t('acts.restored', { number: act.number }));
      }}
    >
      <p>{t('acts.restore_hint')}</p>
      <ReasonField
        label={t('acts.reason')}
        description={t('acts.reason_hint')}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

function Party({ name, bin }: SeenAct['company']) {
  return (
    <>
      {name} <span className="k-under">{bin}</span>
    </>
  );
}

function useColumns(onRestore: (act: SeenAct) => void): Column<SeenAct>[] {
  const t = useTexts('admin');
  const f = useFormats();
  return [
    {
      key: 'number',
      title: t('acts.column.number'),
      card: 'title',
      width: '110px',
      cell: (act) => act.number,
    },
    {
      key: 'company',
      title: t('acts.column.company'),
      card: 'plain',
      cell: (act) => <Party {...act.company} />,
    },
    {
      key: 'contractor',
      title: t('acts.column.contractor'),
      card: 'plain',
      cell: (act) => <Party {...act.contractor_company} />,
    },
    {
      key: 'amount',
      title: t('acts.column.sum'),
      align: 'right',
      card: 'aside',
      width: '150px',
      cell: (act) => <Money amount={act.amount} />,
    },
    {
      key: 'state',
      title: t('acts.column.state'),
      card: 'plain',
      width: '190px',
      cell: (act) => (
        <>
          <StatusDot tone={statusTone(act.status.code)} label={act.status.name} />
          {act.deleted_at && (
            <span className="k-under">
              {' '}
              {t('acts.deleted_at', { when: f.moment(act.deleted_at), name: act.deleted_by ?? '' })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'restore',
      title: t('acts.restore'),
      align: 'right',
      card: 'plain',
      width: '160px',
      cell: (act) =>
        act.deleted_at && (
          <Button
            variant="default"
            aria-label={t('acts.restore_name', { number: act.number })}
            onClick={() => onRestore(act)}
          >
            {t('acts.restore')}
          </Button>
        ),
    },
  ];
}
