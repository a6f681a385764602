import { COMPANY_ROLES, COMPANY_STATUSES } from '@kelisim/shared/kernel/company-kinds.ts';
import type { CompanyRow } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { searchOneOf, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { choiceChip } from '../../ui/choice-chip.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { KEEP, ON_A_PAGE, readList, useRights } from './admin.data.ts';
import { CreateCompanyDialog } from './create-company-dialog.tsx';
import { DirectorDialog } from './director-dialog.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import { RegisterLinkDialog } from './register-link-dialog.tsx';

const read = (raw: RawSearch) => ({
  ...readList(raw),
  role: searchOneOf(raw, 'role', COMPANY_ROLES),
  status: searchOneOf(raw, 'status', COMPANY_STATUSES),
});
const FILTERS_OFF = { search: undefined, role: undefined, status: undefined };
const STALE = ['companies.'];
type Deed = 'link' | 'unlink' | 'delete' | 'send_link' | 'partner' | 'log';

/** `/admin/companies`: every company; enter one, give it a director, close it. */
export default function CompaniesPage() {
  const t = useTexts('admin');
  const [{ page, search, role, status }, change] = useUrlState(read);
  const answer = useCall(
    'companies.admin_list',
    { query: { page, limit: ON_A_PAGE, search, role, status } },
    KEEP,
  );
  const { data } = answer;
  const find = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const [chosen, setChosen] = useState<{ deed: Deed; company: CompanyRow } | null>(null);
  const [creating, setCreating] = useState(false);
  const close = () => setChosen(null);
  const go = useGo();
  const columns = useCompanyColumns((deed, company) =>
    deed === 'log' ? go(`/admin/audit?company_id=${company.id}`) : setChosen({ deed, company }),
  );
  const roleName = (one: (typeof COMPANY_ROLES)[number]) => t(`verification.${one}`);
  return (
    <>
      <PageHeader
        title={t('companies.title')}
        count={data?.total}
        countIsExact={data?.is_exact}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {t('companies.add')}
          </Button>
        }
      />
      <FilterChips
        onReset={() => change(FILTERS_OFF)}
        chips={[
          choiceChip({
            key: 'status',
            label: t('companies.column.state'),
            options: COMPANY_STATUSES.map((value) => ({ value, label: t(`companies.status.${value}`) })),
            chosen: status,
            onChoose: (value) => change({ status: value }),
          }),
          ...COMPANY_ROLES.map((one) => ({
            key: one,
            label: roleName(one),
            on: role === one,
            onToggle: (on: boolean) => change({ role: on ? one : undefined }),
          })),
        ]}
      >
        <SearchField label={t('companies.search')} value={search} onSearch={find} />
      </FilterChips>
      <ListTable
        label={t('companies.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        empty={
          <EmptyState
            title={t('companies.empty')}
            action={{ label: t('companies.add'), onClick: () => setCreating(true) }}
          />
        }
        onResetFilters={search || role || status ? () => change(FILTERS_OFF) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {creating && <CreateCompanyDialog onClose={() => setCreating(false)} />}
      {chosen?.deed === 'link' && <DirectorDialog company={chosen.company} onClose={close} />}
      {chosen?.deed === 'partner' && <PartnerDialog company={chosen.company} onClose={close} />}
      {chosen?.deed === 'send_link' && (
        <RegisterLinkDialog
          company_id={chosen.company.id}
          destination={chosen.company.phone ?? chosen.company.email ?? ''}
          onClose={close}
        />
      )}
      <AskDialog chosen={chosen} onClose={close} />
    </>
  );
}

interface AskDialogProps {
  chosen: { deed: Deed; company: CompanyRow } | null;
  onClose: () => void;
}

function AskDialog({ chosen, onClose }: AskDialogProps) {
  const t = useTexts('admin');
  const options = { stale: STALE, meta: { quiet: true } };
  const remove = useAction('companies.delete', options);
  const unlink = useAction('companies.unlink_director', options);
  const deed = chosen?.deed === 'unlink' ? 'unlink' : 'delete';
  const name = deed === 'unlink' ? chosen?.company.director?.full_name : chosen?.company.name;
  return (
    <>
      <ConfirmDialog
        opened={chosen?.deed === 'delete' || chosen?.deed === 'unlink'}
        onClose={onClose}
        title={t(`companies.${deed}_ask`, { name: name ?? '' })}
        confirmLabel={t(`companies.${deed}`)}
        tone="bad"
        onConfirm={async () => {
          const input = { body: { company_id: chosen!.company.id } };
          await (deed === 'unlink' ? unlink : remove).mutateAsync(input);
          toasts.success(t(deed === 'unlink' ? 'companies.unlinked' : 'companies.deleted'));
        }}
      >
        {t(`companies.${deed}_hint`)}
      </ConfirmDialog>
    </>
  );
}

const TONES: Record<CompanyRow['status'], Tone> = {
  waiting: 'attention',
  active: 'good',
  refused: 'bad-ring',
  blocked: 'bad-ring',
  deleted: 'quiet',
};

function useCompanyColumns(onDeed: (deed: Deed, company: CompanyRow) => void): Column<CompanyRow>[] {
  const t = useTexts('admin');
  const f = useFormats();
  const rights = useRights();
  const deedsOf = (row: CompanyRow) => {
    const deed = (key: Deed, tone?: 'bad') => ({
      label: t(`companies.${key}`),
      ...(tone ? { tone } : {}),
      onClick: () => onDeed(key, row),
    });
    const log = rights.has('users') ? [deed('log')] : [];
    if (row.status === 'deleted') return log;
    return [
      ...log,
      ...(row.people === 0 && row.role === 'business' ? [deed('send_link')] : []),
      ...(row.role === 'business' && !row.director && row.people > 0 ? [deed('link')] : []),
      ...(row.role === 'business' && row.director ? [deed('unlink')] : []),
      ...(row.role === 'business' ? [deed('partner')] : []),
      deed('delete', 'bad'),
    ];
  };
  return [
    {
      key: 'name',
      title: t('companies.column.name'),
      card: 'title',
      width: '30%',
      cell: (row) => (
        <>
          {row.name}
          <span className="k-under">
            {t(`companies.type.${row.type}`)} · {row.bin}
          </span>
        </>
      ),
    },
    {
      key: 'role',
      title: t('companies.column.role'),
      width: '130px',
      cell: (row) => t(`verification.${row.role}`),
    },
    {
      key: 'director',
      title: t('companies.column.director'),
      cell: (row) => row.director?.full_name ?? (row.role === 'business' ? t('companies.no_director') : '–'),
    },
    {
      key: 'people',
      title: t('companies.column.people'),
      width: '90px',
      align: 'right',
      cell: (row) => f.number(row.people),
    },
    {
      key: 'state',
      title: t('companies.column.state'),
      width: '160px',
      cell: (row) => <StatusDot tone={TONES[row.status]} label={t(`companies.status.${row.status}`)} />,
    },
    {
      key: 'since',
      title: t('companies.column.since'),
      width: '120px',
      align: 'right',
      cell: (row) => f.moment(row.registered_at).slice(0, 10),
    },
    {
      key: 'deed',
      title: t('companies.column.deed'),
      width: '96px',
      align: 'right',
      card: 'aside',
      cell: (row) => <RowMenu label={t('deeds_of', { name: row.name })} deeds={deedsOf(row)} />,
    },
  ];
}
