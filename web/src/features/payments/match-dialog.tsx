import type { BankOperation } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Button } from '@mantine/core';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

/** Which of the open orders of the same sum an operation is; only a person says it. */
export function MatchDialog({ operation, onClose }: { operation: BankOperation; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const params = { operation_id: operation.id };
  const { data, error, refetch } = useCall('payments.candidates', { params }, { staleTime: 0 });
  const putAside = useDeed('payments.set_aside', { stale: staleOrders, meta: { quiet: true } });
  const match = useDeed('payments.match', { stale: staleOrders, meta: { quiet: true } });
  return (
    <Window opened onClose={onClose} title={t('match.title')}>
      <div className="k-stack">
        <p className="k-flat">
          {operation.counterparty.name}, <span className="k-figures">{f.money(operation.amount)}</span>,{' '}
          {f.date(operation.date)}. {operation.purpose}
        </p>
        {error && <ErrorState title={t('match.failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Bone height={96} />}
        {data?.length === 0 && (
          <>
            <p className="k-flat">{t('match.none')}</p>
            <div>
              <Button
                variant="default"
                loading={putAside.isPending}
                onClick={() =>
                  putAside.mutate({ params, body: { is_set_aside: true } }, { onSuccess: onClose })
                }
              >
                {t('operation.put_aside')}
              </Button>
            </div>
          </>
        )}
        {data && data.length > 0 && (
          <ul className={css.candidates}>
            {data.map((order) => (
              <li key={order.id}>
                <span>
                  {order.payee.name}
                  <span className={css.second}>
                    {t('column.act_number', { number: order.act.number })} · {f.iban(order.payee.iban)}
                  </span>
                  {order.payee.iban !== operation.counterparty.iban && (
                    <span className="k-block k-attention k-small">{t('match.other_account')}</span>
                  )}
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  loading={match.isPending && match.variables?.body.order_id === order.id}
                  onClick={() =>
                    match.mutate(
                      { params, body: { order_id: order.id } },
                      {
                        onSuccess: () => {
                          toasts.success(t('match.done', { act: order.act.number }));
                          onClose();
                        },
                      },
                    )
                  }
                  aria-label={t('match.choose_of', { act: order.act.number, name: order.payee.name })}
                >
                  {t('match.choose')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {(match.error ?? putAside.error) && (
          <p role="alert" className="k-anywhere k-fault">
            {errorText(match.error ?? putAside.error)}
          </p>
        )}
      </div>
    </Window>
  );
}
