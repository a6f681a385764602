import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { runBulk } from '../jobs/public.ts';

export function paymentsRoutes(parts: Parts): Pick<Handlers, 'acts.pay'> {
  return {
    'acts.pay': (context) =>
      runBulk(
        parts,
        context,
        'acts.pay',
        context.input.body.act_ids.map((subject_id) => ({ subject_id })),
      ),
  };
}
