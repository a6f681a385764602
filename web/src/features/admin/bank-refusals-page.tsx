import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchWhole, useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KEEP, ON_A_PAGE } from './admin.data.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';

type Refusal = Answer<'payments.refused_files'>['items'][number];

const read = (raw: RawSearch) => ({ page: searchWhole(raw, 'page', 1) });

/** `/admin/bank-refusals`: what banks said of payment files, from which the rules of their profiles are learnt. */
export default function BankRefusalsPage() {
  const t = useTexts('admin');
  const [{ page }, change] = useUrlState(read);
  const answer = useCall('payments.refused_files', { query: { page, limit: ON_A_PAGE } }, KEEP);
  const { data } = answer;
  return (
    <>
      <PageHeader
        title={t('bank_refusals.title')}
        sub={t('bank_refusals.lead')}
        count={data?.total}
        countIsExact={data?.is_exact}
      />
      <ListTable
        label={t('bank_refusals.title')}
        columns={useRefusalColumns()}
        rowKey={(row) => row.told_at + row.company.id}
        rowName={(row) => row.company.name}
        empty={
          <EmptyState
            title={t('bank_refusals.empty')}
            hint={t('bank_refusals.empty_hint')}
            noAction="others"
          />
        }
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
    </>
  );
}

function useRefusalColumns(): Column<Refusal>[] {
  const t = useTexts('admin');
  const orders = useTexts('payment-orders');
  const f = useFormats();
  return [
    {
      key: 'words',
      title: t('bank_refusals.words'),
      card: 'title',
      cell: ({ words, rule }) => (
        <>
          {words}
          <span className="k-block k-second k-small">{orders(`rule.${rule}`)}</span>
        </>
      ),
    },
    {
      key: 'bank',
      title: t('bank_refusals.bank'),
      width: '260px',
      cell: ({ bank_name, format }) => (
        <>
          {bank_name}
          <span className="k-block k-second k-small">{orders(`format.${format}`)}</span>
        </>
      ),
    },
    {
      key: 'company',
      title: t('bank_refusals.company'),
      width: '260px',
      cell: ({ company, told_by }) => (
        <>
          {company.name}
          <span className="k-block k-second k-small">{told_by}</span>
        </>
      ),
    },
    { key: 'told', title: t('bank_refusals.told'), width: '170px', cell: ({ told_at }) => f.moment(told_at) },
  ];
}
