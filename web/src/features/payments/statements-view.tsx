import type { BankStatement } from '@kelisim/shared/features/payments/statements.contract.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { invalidate, useAction } from '../../platform/query.ts';
import type { SearchChange } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RefusedLines } from '../../ui/refused-lines.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useOperationDeeds } from './operation-deeds.tsx';
import { useOperationColumns } from './operations-table.tsx';
import css from './orders.module.css';
import { ORDERS_ON_A_PAGE, type PaymentsState } from './orders-state.ts';
import { usePayeeChip } from './payee-chip.tsx';
import { RulesCard } from './rules-card.tsx';
import { usePicked } from './use-picked.ts';
import { staleOrders, useOperations, useReadStatement, useSettings, useStatements } from './orders.data.ts';

const MapDialog = lazyPart(() => withTexts(import('./map-dialog.tsx'), ['statement-tables']));
const MappingsCard = lazyPart(() => withTexts(import('./mappings-card.tsx'), ['statement-tables']));

const NO_FILTER = { state: undefined, statement: undefined, payee: undefined };
const RULES = { kinds: ['.txt', '.xlsx', '.csv'], max_bytes: 20_000_000 };
export interface StatementsViewProps {
  state: PaymentsState;
  change: (change: SearchChange, how?: { replace?: boolean }) => void;
}

/** A statement is dropped, what it names beyond doubt is settled, the rest is shown to be matched by hand. */
export default function StatementsView({ state, change }: StatementsViewProps) {
  const t = useTexts('payment-orders');
  const read = useReadStatement();
  const [last, setLast] = useState<BankStatement | null>(null);
  const { data: statements } = useStatements(1);
  const answer = useOperations(state);
  const { data } = answer;
  const picked = usePicked(data?.items);
  const deeds = useOperationDeeds(picked);
  const columns = useOperationColumns(deeds.onDeed);
  const [unknown, setUnknown] = useState<File | null>(null);
  const take = async (file: File, mapping?: string) => {
    setLast(null);
    const answer = await read.mutateAsync({ file, ...(mapping !== undefined && { mapping }) });
    setLast(answer);
    change({
      view: 'statements',
      statement: answer.id,
      state: answer.unmatched > 0 ? 'unmatched' : undefined,
    });
    toasts.success(
      answer.added > 0 ? t('statement.read', { count: answer.added }) : t('statement.all_known'),
    );
    return answer;
  };
  const payeeChip = usePayeeChip(state, change, t('column.counterparty'));
  const isUnknown = isUnknownTable(read.error);
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
              onChange={([file]) =>
                file && void take(file).catch((reason) => isUnknownTable(reason) && setUnknown(file))
              }
              progress={read.progress}
              disabled={read.isPending}
              error={read.error && !isUnknown && !unknown ? errorText(read.error) : undefined}
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
          onReset={() => change(NO_FILTER)}
          chips={[
            ...(['unmatched', 'matched', 'set_aside'] as const).map((key) => ({
              key,
              label: t(`operation.${key}`),
              on: state.state === key,
              onToggle: (on: boolean) => change({ state: on ? key : undefined }),
            })),
            payeeChip,
          ]}
        />
      </div>
      <ListTable
        label={t('statement.operations')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.number}
        selected={picked.keys}
        onSelect={picked.select}
        {...pagesOf(answer, state.page, ORDERS_ON_A_PAGE, change)}
        counted
        onResetFilters={
          state.state || state.statement > 0 || state.payee > 0 ? () => change(NO_FILTER) : undefined
        }
        empty={
          <EmptyState title={t('empty.statements')} hint={t('empty.statements_hint')} noAction="beside" />
        }
      />
      <RulesCard />
      <Suspense>
        <MappingsCard />
        {unknown && <MapDialog file={unknown} read={take} onClose={() => setUnknown(null)} />}
      </Suspense>
      {deeds.windows}
    </>
  );
}

const isUnknownTable = (error: unknown) =>
  error instanceof ApiError && error.code === 'statement.unknown_table';

/** Where a connected bank tells what happened: what it has told by itself, and a button for who does not want to wait. */
function AskBank({ onAsked }: { onAsked: (unmatched: number) => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { data: settings } = useSettings();
  const ask = useAction('payments.ask_statement', { stale: staleOrders, meta: { quiet: true } });
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
                onError: () => void invalidate(['payments.settings']),
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
      <Fault
        text={
          (ask.error ?? statements.fault) &&
          (ask.error ? errorText(ask.error) : t('statement.ask_failed', { why: statements.fault! }))
        }
      />
    </div>
  );
}

function StatementLine({ statement }: { statement: BankStatement }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  // Amber asks for a person: not where all of it is matched.
  const is_done = statement.unmatched === 0 && statement.refused.length === 0;
  return (
    <div role="status" className={css.notice} data-done={is_done || undefined}>
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
        <RefusedLines refused={statement.refused} title={t('statement.refused')} />
      </span>
    </div>
  );
}
