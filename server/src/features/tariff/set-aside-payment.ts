import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockPayment, setPaymentAside } from './incoming.queries.ts';
import { noteDeed } from './note-deed.ts';

/** A payment that pays no bill waits for nobody any more. Again is the same, and the first reason stays. */
export async function setAsidePayment(
  { clock }: Pick<Parts, 'clock'>,
  tx: Tx,
  actor: Actor,
  payment_id: number,
  asked_reason: string,
): Promise<void> {
  const payment = orNotFound(await lockPayment(tx, payment_id));
  if (payment.company_id !== null) throw new Problem('tariff.matched');
  if (payment.set_aside_at !== null) return;
  const reason = asked_reason.trim();
  await setPaymentAside(tx, payment_id, {
    set_aside_at: clock.now(),
    set_aside_by: actor.user_id,
    set_aside_reason: reason,
  });
  await noteDeed(tx, actor, null, { set_aside: payment_id, reason });
}
