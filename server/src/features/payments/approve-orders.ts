import { createHash } from 'node:crypto';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OrderRow } from './move-order.ts';
import { lockWaiting, setApproved } from './orders.queries.ts';

type Shown = Pick<
  OrderRow,
  'knp' | 'purpose' | 'amount_tiyn' | 'payee_iban' | 'payee_bic' | 'payee_name' | 'payee_bin' | 'payer_iban'
>;

/** Changes with anything that an approver reads of an order. */
export function orderVersion(order: Shown): string {
  const { knp, purpose, amount_tiyn, payee_iban, payee_bic, payee_name, payee_bin, payer_iban } = order;
  const read = [
    knp,
    purpose,
    formatMoney(amount_tiyn),
    payee_iban,
    payee_bic,
    payee_name,
    payee_bin,
    payer_iban,
  ];
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16);
}

/**
 * Approves as the second person and returns how many. Orders of one's own and those that need nobody are left out. An
 * order that reads differently from what was shown approves none of them.
 */
export async function approveOrders(
  tx: Tx,
  actor: CompanyActor,
  {
    order_ids,
    shown = [],
  }: { order_ids: readonly number[]; shown?: { order_id: number; version: string }[] | undefined },
): Promise<number> {
  const orders = await lockWaiting(tx, actor.company_id, order_ids, actor.user_id);
  const versions = new Map(shown.map(({ order_id, version }) => [order_id, version]));
  const changed = orders.filter(
    (order) => (versions.get(order.id) ?? orderVersion(order)) !== orderVersion(order),
  );
  if (changed.length > 0)
    throw new Problem('payment.order_changed', {
      field: 'shown',
      values: { numbers: changed.map(({ id, number }) => `№ ${number ?? id}`).join(', ') },
    });
  if (orders.length === 0) return 0;
  await setApproved(
    tx,
    orders.map(({ id }) => id),
    actor.user_id,
  );
  return orders.length;
}
