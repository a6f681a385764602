import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Suspense, useState } from 'react';
import type { Input } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { wishOf } from './candidate-wish.ts';
import type { OperationDeed } from './operations-table.tsx';
import { staleOrders } from './orders.data.ts';
import type { usePicked } from './use-picked.ts';

const MatchDialog = lazyPart(() => import('./match-dialog.tsx'));
const RuleDialog = lazyPart(() => import('./rule-dialog.tsx'));

type Match = Input<'payments.match_many'>['body']['matches'][number];
type Asked = 'match' | 'rule' | 'take_back';

/** What can be done with operations of statements, one by one and with all that are selected. */
export function useOperationDeeds(picked: ReturnType<typeof usePicked<BankOperation>>) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const [asked, setAsked] = useState<{ deed: Asked; operation: BankOperation } | null>(null);
  const [asksAll, setAsksAll] = useState<'confirm' | 'aside' | null>(null);
  const setAside = useAction('payments.set_aside', { stale: staleOrders });
  const putOpen = useAction('payments.set_aside', { stale: staleOrders, meta: { quiet: true } });
  const takeBack = useAction('payments.take_back', { stale: staleOrders, meta: { quiet: true } });
  const matchMany = useAction('payments.match_many', { stale: staleOrders });
  /** What was matched or set aside is open again. */
  const open = (operation_id: number, is_aside: boolean) => {
    const params = { operation_id };
    if (is_aside) return putOpen.mutateAsync({ params, body: { is_set_aside: false } });
    return takeBack.mutateAsync({ params });
  };
  const ready = picked.rows.filter(({ candidate }) => candidate !== null);
  const unmatched = picked.rows.filter(({ state }) => state === 'unmatched');
  const send = async (matches: Match[], done_words: 'candidate.done' | 'aside_many.done') => {
    const { done, left_out } = await matchMany.mutateAsync({ body: { matches } });
    const left = new Set(left_out.map(({ operation_id }) => operation_id));
    const sent = matches.filter(({ operation_id }) => !left.has(operation_id));
    if (done > 0)
      offerUndo(t(done_words, { count: done }), async () => {
        for (const { operation_id, kind } of sent) await open(operation_id, kind !== undefined);
      });
    if (left_out[0])
      toasts.warning(t('candidate.left_out', { count: left_out.length, why: left_out[0].message }));
    picked.clear();
  };
  const confirm = (operations: readonly BankOperation[]) =>
    send(
      operations.flatMap((row) => (row.candidate ? [wishOf(row, row.candidate)] : [])),
      'candidate.done',
    );
  const putAside = () =>
    send(
      unmatched.map(({ id: operation_id }) => ({ operation_id, orders: [], kind: 'other' })),
      'aside_many.done',
    );
  const onDeed = (deed: OperationDeed, operation: BankOperation) => {
    const params = { operation_id: operation.id };
    if (deed === 'confirm') void confirm([operation]).catch(() => null);
    else if (deed === 'match' || deed === 'rule' || deed === 'take_back') setAsked({ deed, operation });
    else if (deed === 'reopen') setAside.mutate({ params, body: { is_set_aside: false } });
    else
      setAside.mutate(
        { params, body: { is_set_aside: true, kind: deed } },
        { onSuccess: () => offerUndo(t('aside_many.done', { count: 1 }), () => open(operation.id, true)) },
      );
  };
  const close = () => setAsked(null);
  const sum = ready.reduce((all, { amount }) => all + parseMoney(amount)!, 0n);
  const words = { count: ready.length, amount: f.money(formatMoney(sum)) };
  const actions = [
    ...(ready.length > 0
      ? [
          {
            label: t('candidate.confirm_all', { count: ready.length }),
            primary: true,
            onClick: () => setAsksAll('confirm'),
          },
        ]
      : []),
    ...(unmatched.length > 0
      ? [{ label: t('aside_many.deed', { count: unmatched.length }), onClick: () => setAsksAll('aside') }]
      : []),
  ];
  const windows = (
    <>
      {picked.rows.length > 0 && (
        <BulkBar
          text={t('candidate.selected', { count: picked.rows.length })}
          onClear={picked.clear}
          actions={actions}
        />
      )}
      <ConfirmDialog
        opened={asksAll === 'confirm'}
        onClose={() => setAsksAll(null)}
        title={t('candidate.ask', words)}
        confirmLabel={t('candidate.confirm')}
        onConfirm={() => confirm(ready)}
      >
        {t('candidate.ask_hint')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asksAll === 'aside'}
        onClose={() => setAsksAll(null)}
        title={t('aside_many.ask', { count: unmatched.length })}
        confirmLabel={t('aside_many.confirm')}
        onConfirm={putAside}
      >
        {t('aside_many.hint')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.deed === 'take_back'}
        onClose={close}
        title={t('take_back.ask')}
        confirmLabel={t('operation.deed.take_back')}
        tone="bad"
        onConfirm={async () => {
          await takeBack.mutateAsync({ params: { operation_id: asked!.operation.id } });
          toasts.success(t('take_back.done'));
        }}
      >
        {t('take_back.hint')}
      </ConfirmDialog>
      <Suspense>
        {asked?.deed === 'match' && <MatchDialog operation={asked.operation} onClose={close} />}
        {asked?.deed === 'rule' && <RuleDialog operation={asked.operation} onClose={close} />}
      </Suspense>
    </>
  );
  return { onDeed, windows };
}
