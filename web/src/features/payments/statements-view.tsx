import type { BankOperation, BankStatement } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale, useDeed } from '../../platform/query.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { rowsOf } from '../../ui/rows-of.ts';
import { MatchDialog } from './match-dialog.tsx';
import css from './orders.module.css';
import { ORDERS_ON_A_PAGE, type PaymentsState } from './orders-state.ts';
import { staleOrders, useOperations, useReadStatement, useSettings, useStatements } from './orders.data.ts';

const RULES = { kinds: ['.txt'], max_bytes: 20_000_000, max_count: 1 };
const TONES: Record<BankOperation['state'], Tone> = {
  matched: 'good',
  unmatched: 'attention',
  set_aside: 'quiet',
};

export interface StatementsViewProps {
  state: PaymentsState;
  change: (change: SearchChange, how?: { replace?: boolean }) => void;
}

/** A statement is dropped, what it names beyond doubt is settled, the rest is shown to be matched by hand. */
export function StatementsView({ state, change }: StatementsViewProps) {
  const t = useTexts('payment-orders');
  const read = useReadStatement();
  const [last, setLast] = useState<BankStatement | null>(null);
  const { data: statements } = useStatements(1);
  const { data, error, isPlaceholderData, refetch } = useOperations(state);
  const [matching, setMatching] = useState<BankOperation | null>(null);
  const setAside = useDeed('payments.set_aside', { stale: staleOrders });
  const columns = useOperationColumns({
    onMatch: setMatching,
    onSetAside: (operation, is_set_aside) =>
      setAside.mutate({ params: { operation_id: operation.id }, body: { is_set_aside } }),
  });
  const take = async (file: File) => {
    setLast(null);
    const answer = await read.mutateAsync(file).catch(() => null);
    if (!answer) return;
    setLast(answer);
    change({
      view: 'statements',
      statement: answer.id,
      state: answer.unmatched > 0 ? 'unmatched' : undefined,
    });
    toasts.success(t('statement.read', { count: answer.operations }));
  };
  const shown = statements?.items.find(({ id }) => id === state.statement) ?? last;
  return (
    <>
      <div className={css.stack}>
        <Card title={t('statement.title')}>
          <div className="k-stack">
            <FileDrop
              label={t('statement.drop')}
              {...RULES}
              files={[]}
              onChange={([file]) => file && void take(file)}
              progress={read.progress}
              disabled={read.isPending}
              error={read.error ? errorText(read.error) : undefined}
            />
            <p className={css.second}>{t('statement.hint')}</p>
            <AskBank
              onAsked={(unmatched) =>
                change({
                  view: 'statements',
                  statement: undefined,
                  state: unmatched > 0 ? 'unmatched' : undefined,
                })
              }
            />
            {shown && <StatementLine statement={shown} />}
          </div>
        </Card>
        <FilterChips
          onReset={() => change({ state: undefined, statement: undefined })}
          chips={(['unmatched', 'matched', 'set_aside'] as const).map((key) => ({
            key,
            label: t(`operation.${key}`),
            on: state.state === key,
            onToggle: (on) => change({ state: on ? key : undefined }),
          }))}
        />
      </div>
      <DataTable
        label={t('statement.operations')}
        columns={columns}
        rows={rowsOf(data)}
        rowKey={(row) => row.id}
        rowName={(row) => row.number}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        onResetFilters={
          state.state || state.statement > 0
            ? () => change({ state: undefined, statement: undefined })
            : undefined
        }
        empty={<EmptyState title={t('empty.statements')} hint={t('empty.statements_hint')} />}
      />
      {data && (
        <Pager
          page={state.page}
          pages={data.pages}
          limit={ORDERS_ON_A_PAGE}
          total={data.total}
          isExact={data.is_exact}
          busy={isPlaceholderData}
          onPage={(page, how) => change({ page }, how)}
        />
      )}
      {matching && <MatchDialog operation={matching} onClose={() => setMatching(null)} />}
    </>
  );
}

/** Where a connected bank tells what happened: what it has told by itself, and a button for who does not want to wait. */
function AskBank({ onAsked }: { onAsked: (unmatched: number) => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { data: settings } = useSettings();
  const ask = useDeed('payments.ask_statement', { stale: staleOrders, meta: { quiet: true } });
  const statements = settings?.statements;
  if (!statements) return null;
  const bank = t(`settings.through_banks.${statements.bank}`);
  return (
    <div className="k-stack">
      <div>
        <Button
          variant="default"
          loading={ask.isPending}
          onClick={() =>
            ask.mutate(
              { body: {} },
              {
                onSuccess: ({ operations, unmatched }) => {
                  toasts.success(
                    operations > 0 ? t('statement.read', { count: operations }) : t('statement.nothing_new'),
                  );
                  onAsked(unmatched);
                },
                onError: () => void makeStale(['payments.settings']),
              },
            )
          }
        >
          {t('statement.ask', { bank })}
        </Button>
      </div>
      <p className={css.second}>
        {t('statement.ask_hint')}
        {statements.asked_at && ` ${t('statement.asked', { time: f.moment(statements.asked_at) })}`}
      </p>
      {(ask.error ?? statements.fault) && (
        <p role="alert" className="k-anywhere k-fault">
          {ask.error ? errorText(ask.error) : t('statement.ask_failed', { why: statements.fault! })}
        </p>
      )}
    </div>
  );
}

function StatementLine({ statement }: { statement: BankStatement }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  return (
    <p role="status" className={css.notice}>
      <span>
        {statement.bank
          ? `${t(`settings.through_banks.${statement.bank}`)} · ${t('statement.from_bank')}`
          : statement.name}
        {statement.iban && <span className="k-figures"> · {f.iban(statement.iban)}</span>}
        {statement.date_from && statement.date_to && (
          <>
            {' '}
            · {f.date(statement.date_from)} – {f.date(statement.date_to)}
          </>
        )}
        <br />
        {t('statement.result', {
          operations: statement.operations,
          matched: statement.matched,
          unmatched: statement.unmatched,
        })}
      </span>
    </p>
  );
}

function useOperationColumns({
  onMatch,
  onSetAside,
}: {
  onMatch: (operation: BankOperation) => void;
  onSetAside: (operation: BankOperation, is_set_aside: boolean) => void;
}): Column<BankOperation>[] {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const deedsOf = (operation: BankOperation) => {
    if (operation.state === 'matched') return [];
    if (operation.state === 'set_aside')
      return [{ label: t('operation.take_back'), onClick: () => onSetAside(operation, false) }];
    return [
      ...(operation.direction === 'out'
        ? [{ label: t('operation.match'), onClick: () => onMatch(operation) }]
        : []),
      { label: t('operation.put_aside'), onClick: () => onSetAside(operation, true) },
    ];
  };
  return [
    {
      key: 'counterparty',
      title: t('column.counterparty'),
      card: 'title',
      cell: ({ counterparty, purpose, number }) => (
        <>
          {counterparty.name || t('operation.nameless')}
          <span className={css.second}>
            {[counterparty.bin, counterparty.iban && f.iban(counterparty.iban), number]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={css.second}>{purpose}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: '220px',
      card: 'plain',
      cell: (operation) => (
        <>
          <StatusDot tone={TONES[operation.state]} label={t(`operation.${operation.state}`)} />
          {operation.order && (
            <span className={css.second}>{t('operation.order', { act: operation.order.act_number })}</span>
          )}
        </>
      ),
    },
    {
      key: 'date',
      title: t('column.date'),
      width: '120px',
      align: 'right',
      cell: ({ date }) => f.date(date),
    },
    {
      key: 'amount',
      title: t('column.amount'),
      width: '170px',
      align: 'right',
      card: 'aside',
      cell: ({ amount, direction }) => (
        <>
          {direction === 'out' ? '−' : '+'}
          <Money amount={amount} />
        </>
      ),
    },
    {
      key: 'deed',
      title: t('column.deed'),
      width: '64px',
      align: 'right',
      cell: (operation) => (
        <RowMenu label={t('deeds_of', { name: operation.number })} deeds={deedsOf(operation)} />
      ),
    },
  ];
}
