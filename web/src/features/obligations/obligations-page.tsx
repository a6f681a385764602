import { isContribution, OBLIGATION_KINDS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchText, useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { useFormats, useMonths } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { ClosedPage } from '../../ui/closed-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveList } from '../../ui/save-list.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ListFile } from './list-file.tsx';
import { OrderFiles } from './order-files.tsx';
import { PayeeCell } from './payee-cell.tsx';
import { ToldCell } from './told-cell.tsx';

type Month = Answer<'obligations.month'>;
type Item = Month['items'][number];

const read = (raw: RawSearch) => {
  const month = searchText(raw, 'month');
  return { month: month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined };
};

/** `/lk/business/taxes`: what was withheld of individuals in a month, to whom it goes and by which day. */
export default function ObligationsPage() {
  const t = useTexts('obligations');
  const me = useMe();
  const mayPay = me?.rights.includes('pay') ?? false;
  const [today] = useState(() => almatyDate(new Date()));
  const [state, change] = useUrlState(read);
  // What falls due now is of the month before.
  const month = state.month ?? addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const months = useMonths(today);
  const { data, error, refetch } = useCall('obligations.month', { query: { month } }, { enabled: mayPay });
  const columns = useKindColumns(data, me?.rights.includes('manage_settings') ?? false);
  if (me && !mayPay) return <ClosedPage title={t('title')} lack={t('no_right')} hint={t('no_right_hint')} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={t('lead')}
        actions={
          <>
            <Button component={AppLink} href="/lk/business/income" variant="default">
              {t('certificates')}
            </Button>
            {data && data.people.length > 0 && (
              <SaveList read={() => api.call('obligations.sheet', { query: { month } })} />
            )}
          </>
        }
      />
      <div className="k-stack k-gap-12">
        <NativeSelect
          label={t('month')}
          value={month}
          data={months}
          w={220}
          onChange={(event) => change({ month: event.currentTarget.value })}
        />
        {data && data.people.length > 0 && <State month={data} />}
        <DataTable
          label={t('title')}
          columns={columns}
          rows={data && (hasAny(data) ? data.items : [])}
          rowKey={({ kind }) => kind}
          rowName={({ kind }) => t(`kind.${kind}`)}
          error={error}
          onRetry={() => void refetch()}
          skeletonRows={OBLIGATION_KINDS.length}
          empty={
            <EmptyState
              title={t('empty')}
              hint={t('empty_hint')}
              action={{ label: t('to_payments'), href: '/lk/business/payments' }}
            />
          }
        />
      </div>
      {data && data.people.length > 0 && <People month={data} />}
    </>
  );
}

/** All of it may have come back after the transfer was told. */
const hasAny = ({ people, items }: Month) => people.length > 0 || items.some(({ told }) => told.length > 0);

function State({ month }: { month: Month }) {
  const t = useTexts('obligations');
  const f = useFormats();
  const lacking = month.people.filter(({ lacks }) => lacks !== null).slice(0, 5);
  return (
    <p className="k-second">
      {t('total')}: <strong className="k-figures">{f.money(month.total)}</strong>.{' '}
      {t(month.is_closed ? 'closed' : 'open')} {t('list_hint')}
      {lacking.length > 0 && (
        <StatusDot
          tone="attention"
          label={t('lacks', { names: lacking.map(({ name }) => name).join(', ') })}
        />
      )}
    </p>
  );
}

/** On demand: a company may have hundreds. */
function People({ month }: { month: Month }) {
  const t = useTexts('obligations');
  const [isOpen, setOpen] = useState(false);
  const columns = usePeopleColumns(month);
  return (
    <>
      <Button variant="default" mt="md" mb="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('hide_people') : t('show_people', { count: month.people.length })}
      </Button>
      {isOpen && (
        <DataTable
          label={t('by_person')}
          columns={columns}
          rows={month.people}
          rowKey={(person) => person.executor_company_id}
          rowName={(person) => person.name}
          empty={null}
        />
      )}
    </>
  );
}

function useKindColumns(month: Month | undefined, mayEnter: boolean): Column<Item>[] {
  const t = useTexts('obligations');
  const f = useFormats();
  const due = month && (month.due_on ? f.date(month.due_on) : t('due_unknown'));
  return [
    {
      key: 'kind',
      title: t('columns.kind'),
      width: '200px',
      card: 'title',
      cell: ({ kind }) => (
        <>
          {t(`kind.${kind}`)}
          <TermHelp term={kind} word={t(`kind.${kind}`)} />
          <span className="k-block k-second k-small">{t(`kind_whole.${kind}`)}</span>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('columns.amount'),
      width: '150px',
      align: 'right',
      card: 'aside',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'people',
      title: t('columns.people'),
      width: '90px',
      align: 'right',
      cell: ({ people }) => f.number(people),
    },
    { key: 'due', title: t('columns.due'), width: '120px', cell: () => due },
    {
      key: 'state',
      title: t('columns.state'),
      width: '190px',
      cell: (item) => month && <ToldCell month={month.month} item={item} />,
    },
    {
      key: 'payee',
      title: t('columns.payee'),
      card: 'plain',
      cell: ({ kind, payee, amount }) => (
        <PayeeCell kind={kind} payee={payee} isBelowZero={amount.startsWith('-')} mayEnter={mayEnter} />
      ),
    },
    {
      key: 'file',
      title: t('columns.file'),
      width: '170px',
      cell: (item) => (month && <FileOf month={month.month} item={item} mayEnter={mayEnter} />) || '–',
    },
  ];
}

/** What to carry to the bank: a list of people, or an order to the budget once it is known where to. */
function FileOf({ month, item, mayEnter }: { month: string; item: Item; mayEnter: boolean }) {
  const { kind, amount, state, payee } = item;
  const t = useTexts('obligations');
  if (/^-|^0\.00$/.test(amount)) return '–';
  // What was told or shown as paid must not go out twice.
  if (state === 'paid') return '–';
  if (isContribution(kind)) return <ListFile month={month} kind={kind} />;
  return payee?.entered ? <OrderFiles month={month} /> : t(mayEnter ? 'office.first' : 'office.by_others');
}

/** Where a part was transferred, it may be unknown whose: the company chooses whom a list is of. */
const isPartlyPaid = ({ state, paid }: Item): boolean =>
  state !== 'paid' && state !== 'nothing' && paid !== '0.00';

function usePeopleColumns({ month, items }: Month): Column<Month['people'][number]>[] {
  const t = useTexts('obligations');
  return [
    {
      key: 'name',
      title: t('person'),
      card: 'title',
      cell: ({ name, iin }) => (
        <>
          {name}
          <span className="k-block k-second k-small k-figures">{`${t('iin')} ${iin}`}</span>
        </>
      ),
    },
    ...items.map((item) => ({
      key: item.kind,
      title: t(`kind.${item.kind}`),
      width: '130px',
      align: 'right' as const,
      cell: (person: Month['people'][number]) => (
        <>
          <Money amount={person[item.kind]} />
          {isContribution(item.kind) && isPartlyPaid(item) && !/^-|^0\.00$/.test(person[item.kind]) && (
            <ListFile month={month} kind={item.kind} person={person} />
          )}
        </>
      ),
    })),
    {
      key: 'total',
      title: t('total'),
      width: '140px',
      align: 'right',
      card: 'aside',
      cell: ({ total }) => <Money amount={total} />,
    },
  ];
}
