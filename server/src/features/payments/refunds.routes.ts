import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import type { Parts } from '../../parts.ts';
import { lockOrder } from './payments.queries.ts';
import { recordRefund } from './record-refund.ts';

type Names = Extract<keyof Handlers, `refunds.${string}`>;

export function refundsRoutes(parts: Parts): Pick<Handlers, Names> {
  return {
    'refunds.record': (context) =>
      parts.db.transaction().execute(async (tx) => {
        const { actor, input } = context;
        const order_id = await makeOnce(tx, context, 'payments', () =>
          recordRefund(parts, tx, actor, input.params.act_id, input.body),
        );
        const order = await lockOrder(tx, order_id);
        return { order_id, amount: formatMoney(order!.amount_tiyn) };
      }),
  };
}
