import { randomBytes } from 'node:crypto';
import { DEFAULT_KNP } from '@kelisim/shared/features/payments/knp-codes.ts';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findPayParty } from '../banking/public.ts';
import { lockAct, moveAct, moverOf } from '../acts/public.ts';
import { nextOrderNumber } from './payments.queries.ts';
import { addSettlements } from './settlements.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { addRefund } from './orders.queries.ts';

/**
 * The money of a correcting act over less than nothing went the other way, outside of the product: the order says what
 * came back and how, and the act is done with. Nothing is sent anywhere.
 */
export async function recordRefund(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  { reason, came_on }: { reason: string; came_on?: string | undefined },
): Promise<number> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  const note = reason.trim();
  await moveAct(tx, act, 'record_refund', moverOf(actor), { note });
  const payer = await findPayParty(tx, act.contractor_company_id);
  const payee = await findPayParty(tx, act.company_id);
  const now = parts.clock.now();
  const today = almatyDate(now);
  const day = came_on ?? today;
  await assertCouldCome(tx, act, day, today);
  const year = Number(today.slice(0, 4));
  const order_id = await addRefund(tx, {
    company_id: act.company_id,
    act_id,
    kind: 'refund',
    status: 'settled',
    // Of a day before today nobody says the hour.
    settled_at: day === today ? now : new Date(`${day}T12:00:00+05:00`),
    settled_tiyn: -act.amount_tiyn,
    settled_on: day,
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
  });
  const returned = { order_id, operation_id: null, amount_tiyn: -act.amount_tiyn, day };
  await addSettlements(tx, act.company_id, [returned], actor.user_id);
  return order_id;
}

/** Not before the act, not after today, and not among days whose sums are agreed and closed. */
async function assertCouldCome(
  tx: Tx,
  act: { company_id: number; act_date: string },
  day: string,
  today: string,
): Promise<void> {
  const { closed_until } = await getCompany(tx, act.company_id, ['closed_until']);
  const isClosed = closed_until !== null && day <= closed_until;
  // Today is no day that somebody has chosen: a period may have been closed up to it.
  if (day > today || (day < today && (day < act.act_date || isClosed)))
    throw new Problem('refund.day', { field: 'came_on' });
}
