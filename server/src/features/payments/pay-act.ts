import { randomBytes } from 'node:crypto';
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { lockAct, moveAct, moverOf } from '../acts/public.ts';
import { isDisputed } from '../documents/public.ts';
import { findPayWay, isAboveLimit } from './choose-channel.ts';
import { assertAccountsShown } from './shown-payees.ts';
import {
  addOrder,
  findLiveOrder,
  findPayChoices,
  findPayParty,
  nextOrderNumber,
} from './payments.queries.ts';

/** КНП of services when neither the act nor the company says another (facts about products in use). */
export const DEFAULT_KNP = '859';

/**
 * Makes the one payment order of a signed act. The act's lock, the state table and the unique index of live orders
 * stand behind each other; an act whose order exists already is answered as done. An account that changed since it was
 * shown is not paid to.
 */
export async function payAct(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  shown: readonly string[] = [],
): Promise<string> {
  const act = await lockAct(tx, actor, act_id);
  if (!act) throw new Problem('not_found');
  const label = `${act.number}/${act.year}`;
  if (await findLiveOrder(tx, act.company_id, act_id)) throw new Problem('act.already_paying');
  if (await isDisputed(tx, act.company_id, act.contract_id)) throw new Problem('payment.contract_disputed');
  const choices = await findPayChoices(tx, act.company_id);
  const way = await findPayWay(parts, tx, act.company_id, choices);
  const payer = await findPayParty(tx, act.company_id);
  const payee = await findPayParty(tx, act.contractor_company_id);
  assertAccountsShown(shown, { company_id: act.company_id, ...payer }, [
    { company_id: act.contractor_company_id, ...payee },
  ]);
  await moveAct(tx, act, 'pay', moverOf(actor));
  if (!payer.iban || !payer.bic || !payer.kbe || !payee.iban || !payee.bic || !payee.kbe) {
    throw new Problem('act.no_requisites');
  }
  const year = Number(almatyDate(parts.clock.now()).slice(0, 4));
  await addOrder(tx, {
    company_id: act.company_id,
    act_id,
    end_to_end_id: `KLS${randomBytes(10).toString('hex').toUpperCase()}`,
    amount_tiyn: act.amount_tiyn,
    knp: act.knp ?? DEFAULT_KNP,
    purpose: `Оплата по акту выполненных работ № ${label} от ${formatDate(act.act_date)}`,
    payer_iban: payer.iban,
    payer_bic: payer.bic,
    payer_kbe: payer.kbe,
    payee_iban: payee.iban,
    payee_bic: payee.bic,
    payee_kbe: payee.kbe,
    payee_name: payee.name,
    payee_bin: payee.bin,
    bank: way.bank,
    channel: way.channel,
    integration_id: way.door?.integration_id ?? null,
    year,
    number: await nextOrderNumber(tx, act.company_id, year),
    needs_approval: isAboveLimit(act.amount_tiyn, choices.payment_limit_tiyn),
    created_by: actor.user_id,
  });
  return label;
}
