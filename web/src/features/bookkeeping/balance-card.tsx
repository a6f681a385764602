import type { BalanceView } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Skeleton } from '@mantine/core';
import type { Answer, Input } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import css from './balance-card.module.css';

interface BalanceCardProps {
  side: 'business' | 'executor';
  /** With whom, or by which contract; all customers of an executor when left out. */
  of?: Pick<NonNullable<Input<'bookkeeping.balances'>['query']>, 'company_id' | 'contract_id'>;
}

type Row = Answer<'bookkeeping.balances'>['items'][number];

const ALWAYS = ['accrued', 'withheld', 'paid', 'advance', 'to_pay'] as const;
const SOMETIMES = ['under_way', 'opening_due', 'to_return'] as const;
const isNothing = (amount: string) => parseMoney(amount) === 0n;

/** What was accrued and paid, and what is owed: in all, and by contract where there are several. */
export default function BalanceCard({ side, of = {} }: BalanceCardProps) {
  const t = useTexts('balances');
  const f = useFormats();
  const { data, error, refetch } = useCall('bookkeeping.balances', { query: { ...of, limit: 20 } });
  const isOne = of.company_id !== undefined || of.contract_id !== undefined;
  return (
    <Card title={t(isOne ? 'title' : 'customers')}>
      {!data && error && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={96} />}
      {data?.total === 0 && <p className="k-second k-flat">{t('none')}</p>}
      {data && data.total > 0 && (
        <>
          <Sums balance={data.total_balance} />
          <p className="k-second k-small">{t('about')}</p>
          {data.total > 1 && (
            <ul className={css.balances} aria-label={t('list')}>
              {data.items.map((row) => (
                <li key={`${row.party.id}-${row.contract?.id ?? 0}`}>
                  <Of row={row} side={side} withParty={of.company_id === undefined} />
                  <Parts row={row} />
                </li>
              ))}
            </ul>
          )}
          {data.total > data.items.length && (
            <p className="k-second k-small">
              {t('more', { shown: f.number(data.items.length), total: f.number(data.total) })}
            </p>
          )}
          {of.company_id !== undefined && (
            <AppLink
              href={`/lk/${side}/reconciliation?company_id=${of.company_id}`}
              className="k-inline k-middle k-high-24"
            >
              {t('reconcile')}
            </AppLink>
          )}
          {side === 'executor' && !isOne && (
            <AppLink href="/lk/executor/income" className="k-inline k-middle k-high-24">
              {t('income')}
            </AppLink>
          )}
        </>
      )}
    </Card>
  );
}

function Sums({ balance }: { balance: BalanceView }) {
  const t = useTexts('balances');
  const f = useFormats();
  const parts = [...ALWAYS, ...SOMETIMES.filter((part) => !isNothing(balance[part]))];
  return <Figures figures={parts.map((part) => ({ name: t(part), value: f.money(balance[part]) }))} />;
}

function Of({ row, side, withParty }: { row: Row; side: 'business' | 'executor'; withParty: boolean }) {
  const t = useTexts('balances');
  const { contract, party } = row;
  return (
    <span>
      {contract ? (
        <AppLink href={`/lk/${side}/contracts/${contract.id}`}>{contract.title}</AppLink>
      ) : (
        t('no_contract')
      )}
      {withParty && <span className="k-block k-second k-small">{party.name}</span>}
    </span>
  );
}

/** Only what there is: a line of noughts says nothing. */
function Parts({ row }: { row: Row }) {
  const t = useTexts('balances');
  return (
    <span className={css.balanceParts}>
      {[...ALWAYS, ...SOMETIMES]
        .filter((part) => !isNothing(row[part]))
        .map((part) => (
          <span key={part}>
            <span className="k-second">{t(part)}</span> <Money amount={row[part]} />
          </span>
        ))}
    </span>
  );
}
