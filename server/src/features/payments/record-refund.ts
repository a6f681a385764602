import { randomBytes } from 'node:crypto';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { lockAct, moveAct, moverOf } from '../acts/public.ts';
import { DEFAULT_KNP } from './pay-act.ts';
import { findPayParty, nextOrderNumber } from './payments.queries.ts';

/**
 * The money of a correcting act over less than nothing went the other way, outside of the product: the order says what
 * came back and how, and the act is done with. Nothing is sent anywhere.
 */
export async function recordRefund(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  reason: string,
): Promise<number> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) throw new Problem('not_found');
  const note = reason.trim();
  await moveAct(tx, act, 'record_refund', moverOf(actor), { note });
  const payer = await findPayParty(tx, act.contractor_company_id);
  const payee = await findPayParty(tx, act.company_id);
  const now = parts.clock.now();
  const year = Number(almatyDate(now).slice(0, 4));
  const row = await tx
    .insertInto('payment_orders')
    .values({
      company_id: act.company_id,
      act_id,
      kind: 'refund',
      status: 'settled',
      settled_at: now,
      reason: note,
      end_to_end_id: `KLR${randomBytes(10).toString('hex').toUpperCase()}`,
      amount_tiyn: -act.amount_tiyn,
      knp: act.knp ?? DEFAULT_KNP,
      purpose: `Возврат по корректирующему акту № ${act.number}/${act.year} от ${formatDate(act.act_date)}`,
      // Who gives money back may do so in cash or by a setting-off: there need be no account.
      payer_iban: payer.iban ?? '',
      payer_bic: payer.bic ?? '',
      payer_kbe: payer.kbe ?? '',
      payee_iban: payee.iban ?? '',
      payee_bic: payee.bic ?? '',
      payee_kbe: payee.kbe ?? '',
      payee_name: payee.name,
      payee_bin: payee.bin,
      bank: 'HAND',
      channel: 'file',
      year,
      number: await nextOrderNumber(tx, act.company_id, year),
      needs_approval: false,
      created_by: actor.user_id,
      decided_by: actor.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
