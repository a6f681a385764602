import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { labelledActs } from '../acts/public.ts';
import { runBulk } from '../jobs/public.ts';
import { findShownAccount, listPayees } from './payments.queries.ts';

export function paymentsRoutes(parts: Parts): Pick<Handlers, 'acts.pay' | 'payments.preview'> {
  const { db } = parts;
  return {
    'acts.pay': async (context) =>
      runBulk(parts, context, 'acts.pay', await labelledActs(db, context.actor, context.input.body.act_ids)),
    'payments.preview': async ({ input, actor, locale }) => {
      const { act_ids } = input.body;
      const payees = await listPayees(db, actor.company_id, act_ids, locale);
      return {
        payer: await findShownAccount(db, actor.company_id, locale),
        payees: payees.map(({ sum_tiyn, ...payee }) => ({ ...payee, amount: formatMoney(sum_tiyn) })),
        left_out: act_ids.length - payees.reduce((sum, payee) => sum + payee.acts, 0),
      };
    },
  };
}
