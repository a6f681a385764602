import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { Window } from '../../ui/window.tsx';
import { CandidateWords } from './candidate-words.tsx';
import { wishOf } from './candidate-wish.ts';
import { ChooseAdvance } from './choose-advance.tsx';
import { ChooseOrders, type ChosenOrders } from './choose-orders.tsx';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

/** What an operation is: one of what is proposed, orders that the user chooses, or an advance. */
export default function MatchDialog({
  operation,
  onClose,
}: {
  operation: BankOperation;
  onClose: () => void;
}) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const params = { operation_id: operation.id };
  const { data, error, refetch } = useCall('payments.candidates', { params }, { staleTime: 0 });
  const [pressed, setPressed] = useState<number | null>(null);
  const match = useAction('payments.match_many', { stale: staleOrders, meta: { quiet: true } });
  const takeBack = useAction('payments.take_back', { stale: staleOrders, meta: { quiet: true } });
  const [refused, setRefused] = useState<string | null>(null);
  const confirm = async (wish: Parameters<typeof match.mutateAsync>[0]['body']['matches'][number]) => {
    setRefused(null);
    try {
      const { left_out } = await match.mutateAsync({ body: { matches: [wish] } });
      if (left_out[0]) return setRefused(left_out[0].message);
      offerUndo(t('match.done'), () => takeBack.mutateAsync({ params }));
      onClose();
    } catch (reason) {
      setRefused(errorText(reason));
    }
  };
  const byHand = {
    operation,
    busy: match.isPending && pressed === null,
    onChoose: (wish: ChosenOrders) => {
      setPressed(null);
      void confirm({ operation_id: operation.id, ...wish });
    },
  };
  return (
    <Window opened onClose={onClose} title={t('match.title')} size="lg">
      <div className="k-stack">
        <p className="k-flat">
          {operation.counterparty.name}, <span className="k-figures">{f.money(operation.amount)}</span>,{' '}
          {f.date(operation.date)}. {operation.purpose}
        </p>
        {error && <ErrorState title={t('match.failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={96} />}
        {data?.length === 0 && <p className="k-flat">{t('match.none')}</p>}
        {data && data.length > 0 && (
          <ul className={css.candidates} aria-label={t('match.proposed')}>
            {data.map((candidate, at) => (
              <li key={JSON.stringify([candidate.kind, candidate.orders, candidate.obligation])}>
                <span>
                  <CandidateWords candidate={candidate} />
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  loading={match.isPending && pressed === at}
                  onClick={() => {
                    setPressed(at);
                    void confirm(wishOf(operation, candidate));
                  }}
                >
                  {t('candidate.confirm')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {operation.direction === 'out' && (
          <>
            <ChooseOrders {...byHand} />
            <ChooseAdvance {...byHand} />
          </>
        )}
        <Fault text={refused} />
      </div>
    </Window>
  );
}
