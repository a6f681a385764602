import type { BinItem } from '@kelisim/shared/features/bin/bin.contract.ts';
import { BIN_KINDS, RIGHT_OF_BIN, type BinKind } from '@kelisim/shared/features/bin/bin-kinds.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useTexts } from '../../platform/i18n.ts';
import { useAction, useCall } from '../../platform/query.ts';
import { hrefWith, searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const ON_A_PAGE = 20;
const path = '/lk/business/bin';
const LISTS: Record<BinKind, string> = {
  act: '/lk/business/acts',
  contract: '/lk/business/contracts',
  template: '/lk/business/settings/templates',
};

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  kind: searchOneOf(raw, 'kind', BIN_KINDS) ?? 'act',
});

/** `/lk/business/bin`: what was deleted, and until when it can be restored. */
export default function BinPage() {
  const t = useTexts('bin');
  const [{ page, kind }, change] = useUrlState(read);
  const answer = useCall(
    'bin.list',
    { query: { kind, page, limit: ON_A_PAGE } },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns(kind);
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      <ViewTabs
        label={t('views')}
        current={kind}
        tabs={BIN_KINDS.map((key) => ({
          key,
          label: t(`kind.${key}`),
          href: hrefWith(path, { kind: key === 'act' ? undefined : key }),
        }))}
      />
      <ListTable
        label={t(`kind.${kind}`)}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        skeletonRows={3}
        empty={
          <EmptyState
            title={t(`empty.${kind}`)}
            hint={t('empty_hint')}
            action={{ label: t(`to.${kind}`), href: LISTS[kind] }}
          />
        }
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
    </>
  );
}

function useColumns(kind: BinKind): Column<BinItem>[] {
  const t = useTexts('bin');
  const f = useFormats();
  const me = useMe();
  const may = me?.rights.includes(RIGHT_OF_BIN[kind]) ?? false;
  const { restore, isPending } = useRestore(kind);
  return [
    { key: 'name', title: t('column.name'), card: 'title', width: '34%', cell: (row) => row.name },
    ...(kind === 'template'
      ? []
      : [
          {
            key: 'party',
            title: t('column.party'),
            card: 'plain' as const,
            cell: (row: BinItem) => row.party,
          },
        ]),
    ...(kind === 'act'
      ? [
          {
            key: 'amount',
            title: t('column.amount'),
            align: 'right' as const,
            width: '140px',
            cell: (row: BinItem) => row.amount && <Money amount={row.amount} />,
          },
        ]
      : []),
    {
      key: 'deleted',
      title: t('column.deleted'),
      width: '190px',
      cell: (row) => (
        <>
          {f.moment(row.deleted_at)}
          {row.deleted_by && <span className="k-block k-second k-small">{row.deleted_by}</span>}
        </>
      ),
    },
    {
      key: 'until',
      title: t('column.until'),
      align: 'right',
      width: '120px',
      cell: (row) => f.date(row.until),
    },
    ...(may
      ? [
          {
            key: 'restore',
            title: t('restore'),
            align: 'right' as const,
            width: '120px',
            card: 'plain' as const,
            cell: (row: BinItem) => (
              <Button
                variant="default"
                size="compact-md"
                loading={isPending === row.id}
                aria-label={t('restore_of', { name: row.name })}
                onClick={() => restore(row)}
              >
                {t('restore')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

const STALE = ['bin.', 'acts.', 'documents.', 'templates.', 'home.'];

/** Restores one of them, by the call of its kind. */
function useRestore(kind: BinKind) {
  const t = useTexts('bin');
  const act = useAction('acts.restore', { stale: STALE });
  const contract = useAction('documents.restore', { stale: STALE });
  const template = useAction('templates.restore', { stale: STALE });
  const running = {
    act: act.variables?.params.act_id,
    contract: contract.variables?.params.doc_id,
    template: template.variables?.params.template_id,
  };
  const isRunning = { act, contract, template }[kind].isPending;
  return {
    isPending: isRunning ? running[kind] : undefined,
    restore: ({ id, name }: BinItem) => {
      const then = { onSuccess: () => void toasts.success(t('restored', { name })) };
      if (kind === 'act') act.mutate({ params: { act_id: id } }, then);
      else if (kind === 'contract') contract.mutate({ params: { doc_id: id } }, then);
      else template.mutate({ params: { template_id: id } }, then);
    },
  };
}
