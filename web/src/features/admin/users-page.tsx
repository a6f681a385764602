import { USER_STATUSES } from '@kelisim/shared/features/users/user-statuses.ts';
import type { UserRow } from '@kelisim/shared/features/users/users.contract.ts';
import { useCallback, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { searchOneOf, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { choiceChip } from '../../ui/choice-chip.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { AdministratorRights } from './administrator-rights.tsx';
import { KEEP, ON_A_PAGE, readList } from './admin.data.ts';
import css from './admin.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { SessionsWindow } from './sessions-window.tsx';

const read = (raw: RawSearch) => ({ ...readList(raw), status: searchOneOf(raw, 'status', USER_STATUSES) });
const STALE = ['users.', 'administration.'];
type Deed = 'block' | 'delete';

/** `/admin/users`: people of the platform; block, unblock, close an account. */
export default function UsersPage() {
  const t = useTexts('admin');
  const go = useGo();
  const [{ page, search, status }, change] = useUrlState(read);
  const query = { page, limit: ON_A_PAGE, search, status };
  const answer = useCall('users.list', { query }, KEEP);
  const { data } = answer;
  const [chosen, setChosen] = useState<{ deed: Deed; user: UserRow } | null>(null);
  const [given, setGiven] = useState<UserRow | null>(null);
  const [open, setOpen] = useState<UserRow | null>(null);
  const unblock = useAction('users.unblock', { stale: STALE });
  const find = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const columns = useUserColumns((deed, user) => {
    if (deed === 'log') return go(`/admin/audit?user_id=${user.id}`);
    if (deed === 'rights') return setGiven(user);
    if (deed === 'sessions') return setOpen(user);
    if (deed !== 'unblock') return setChosen({ deed, user });
    const done = ({ status }: UserRow) =>
      void toasts.success(t(status === 'registering' ? 'users.unblocked_registering' : 'users.unblocked'));
    unblock.mutate({ params: { user_id: user.id } }, { onSuccess: done });
  });
  return (
    <>
      <PageHeader title={t('users.title')} count={data?.total} countIsExact={data?.is_exact} />
      <FilterChips
        onReset={() => change({ search: undefined, status: undefined })}
        chips={[
          choiceChip({
            key: 'status',
            label: t('users.column.state'),
            options: USER_STATUSES.map((value) => ({ value, label: t(`users.status.${value}`) })),
            chosen: status,
            onChoose: (value) => change({ status: value }),
          }),
        ]}
      >
        <SearchField label={t('users.search')} value={search} onSearch={find} />
      </FilterChips>
      <ListTable
        label={t('users.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.full_name}
        empty={<EmptyState title={t('users.empty')} noAction="others" />}
        onResetFilters={search || status ? () => change({ search: undefined, status: undefined }) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      <AskDialog chosen={chosen} onClose={() => setChosen(null)} />
      {open && <SessionsWindow user={open} onClose={() => setOpen(null)} />}
      {given && <AdministratorRights user={given} onClose={() => setGiven(null)} />}
    </>
  );
}

function AskDialog({
  chosen,
  onClose,
}: {
  chosen: { deed: Deed; user: UserRow } | null;
  onClose: () => void;
}) {
  const t = useTexts('admin');
  const options = { stale: STALE, meta: { quiet: true } };
  const block = useAction('users.block', options);
  const remove = useAction('users.delete', options);
  const deed = chosen?.deed ?? 'block';
  return (
    <>
      <ConfirmDialog
        opened={chosen !== null}
        onClose={onClose}
        title={t(`users.${deed}_ask`, { name: chosen?.user.full_name ?? '' })}
        confirmLabel={t(`users.${deed}`)}
        tone="bad"
        onConfirm={async () => {
          const input = { params: { user_id: chosen!.user.id } };
          if (deed === 'block') {
            await block.mutateAsync(input);
            toasts.success(t('users.blocked'));
          } else {
            await remove.mutateAsync(input);
            toasts.success(t('users.deleted'));
          }
        }}
      >
        {t(`users.${deed}_hint`)}
      </ConfirmDialog>
    </>
  );
}

/** By `role_id`. */
const PLACES: Record<number, 'director' | 'employee' | 'executor'> = {
  1: 'director',
  2: 'employee',
  3: 'executor',
};

const TONES: Record<UserRow['status'], Tone> = {
  active: 'good',
  blocked: 'bad-ring',
  deleted: 'quiet',
  registering: 'accent',
};

function useUserColumns(
  onDeed: (deed: Deed | 'unblock' | 'log' | 'rights' | 'sessions', user: UserRow) => void,
): Column<UserRow>[] {
  const t = useTexts('admin');
  const f = useFormats();
  const deedsOf = (user: UserRow) => [
    { label: t('users.log'), onClick: () => onDeed('log', user) },
    { label: t('users.sessions'), onClick: () => onDeed('sessions', user) },
    ...(user.status === 'active'
      ? [{ label: t('users.rights'), onClick: () => onDeed('rights', user) }]
      : []),
    ...(user.status === 'active' || user.status === 'registering'
      ? [{ label: t('users.block'), onClick: () => onDeed('block', user) }]
      : []),
    ...(user.status === 'blocked'
      ? [{ label: t('users.unblock'), onClick: () => onDeed('unblock', user) }]
      : []),
    ...(user.status === 'deleted'
      ? []
      : [{ label: t('users.delete'), tone: 'bad' as const, onClick: () => onDeed('delete', user) }]),
  ];
  return [
    {
      key: 'name',
      title: t('users.column.name'),
      card: 'title',
      width: '24%',
      cell: (row) => row.full_name || `№ ${row.id}`,
    },
    {
      key: 'contacts',
      title: t('users.column.contacts'),
      card: 'plain',
      width: '26%',
      cell: (row) => <TwoLines under={row.phone ? f.phone(row.phone) : '–'}>{row.email ?? '–'}</TwoLines>,
    },
    {
      key: 'where',
      title: t('users.column.where'),
      card: 'plain',
      cell: (row) => {
        const places = row.companies.map(
          (one) => `${one.name}, ${t(`users.role.${PLACES[one.role_id] ?? 'employee'}`)}`,
        );
        if (row.user_permission) places.push(t('users.administrator'));
        return <div className={css.wrap}>{places.join(' · ') || t('users.nowhere')}</div>;
      },
    },
    {
      key: 'state',
      title: t('users.column.state'),
      width: '150px',
      cell: (row) => <StatusDot tone={TONES[row.status]} label={t(`users.status.${row.status}`)} />,
    },
    {
      key: 'last_login',
      title: t('users.column.last_login'),
      width: '150px',
      align: 'right',
      cell: (row) => (row.last_login ? f.relative(row.last_login) : t('users.never')),
    },
    {
      key: 'deed',
      title: t('users.column.deed'),
      width: '96px',
      align: 'right',
      card: 'aside',
      cell: (row) => (
        <RowMenu label={t('deeds_of', { name: row.full_name || `№ ${row.id}` })} deeds={deedsOf(row)} />
      ),
    },
  ];
}
