import { DEFAULT_KNP } from '@kelisim/shared/features/payments/knp-codes.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findPayParty, type PayParty } from '../banking/public.ts';
import {
  assertMove,
  listRefunds,
  lockAct,
  moveAct,
  moverOf,
  refundedOf,
  type LockedAct,
} from '../acts/public.ts';
import { assertMayPay, reckonPayments, type PaymentReckoned } from '../bookkeeping/public.ts';
import { findContractOnPaper, isDisputed } from '../documents/public.ts';
import { holdExecutor } from '../taxes/public.ts';
import { findPayWay, isAboveLimit, type PayWay } from './choose-channel.ts';
import { makePurpose } from './make-purpose.ts';
import { followAct } from './move-order.ts';
import { newMark } from './order-mark.ts';
import { setOffAdvances } from './set-off-advances.ts';
import { assertAccountsShown } from './shown-payees.ts';
import {
  addOrders,
  findLiveOrder,
  findPayChoices,
  nextOrderNumber,
  type NewOrder,
} from './payments.queries.ts';

/**
 * Makes the one payment order of a signed act. The act's lock, the state table and the unique index of live orders
 * stand behind each other; an act whose order exists already is answered as done. An individual is paid net. An account that changed since it was
 * shown is not paid to. The order is over the act's balance: what was paid in part and what the executor got in advance
 * is taken off, and an act that advances cover wholly is paid without an order.
 */
export async function payAct(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  shown: readonly string[] = [],
): Promise<string> {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  const label = `${act.number}/${act.year}`;
  const isPaid = act.status === 'paid' && act.amount_tiyn > 0n;
  if (isPaid || (await findLiveOrder(tx, act.company_id, act_id))) throw new Problem('act.already_paying');
  if (await isDisputed(tx, act.company_id, act.contract_id)) throw new Problem('payment.contract_disputed');
  const choices = await findPayChoices(tx, act.company_id);
  const way = await findPayWay(parts, tx, act.company_id, choices);
  const payer = await findPayParty(tx, act.company_id);
  const payee = await findPayParty(tx, act.contractor_company_id);
  assertAccountsShown(shown, payer, [payee]);
  await assertMove(tx, act, 'pay', moverOf(actor));
  const today = almatyDate(parts.clock.now());
  const set_off = await setOffAdvances(tx, act, { day: today, user_id: actor.user_id });
  const gross_tiyn = act.amount_tiyn - act.covered_tiyn - set_off;
  if (set_off > 0n) {
    const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
    await followAct(tx, act.company_id, act_id, by);
    if (gross_tiyn === 0n) return label;
  }
  // Two acts of one person paid at once withhold together what one would, and no two customers pass the limit of a month.
  await holdExecutor(tx, act.contractor_company_id);
  const refunds = await listRefunds(tx, act.company_id, [act_id]);
  const reckoned = await reckonPayments(
    tx,
    { company_id: act.company_id, day: today },
    new Map([[act.contractor_company_id, gross_tiyn]]),
    new Map([[act.contractor_company_id, refundedOf(gross_tiyn, refunds.get(act_id))]]),
  );
  const withheld = reckoned.get(act.contractor_company_id)!;
  assertMayPay(withheld, payee.name);
  await moveAct(tx, act, 'pay', moverOf(actor));
  const accounts = accountsOf(payer, payee);
  if (!accounts) throw new Problem('act.no_requisites');
  const number = await nextOrderNumber(tx, act.company_id, Number(today.slice(0, 4)));
  const contract = await findContractOnPaper(tx, act.company_id, act.contract_id);
  await addOrders(tx, [toOrder(act, { accounts, withheld, contract, choices, way, actor, today, number })]);
  return label;
}

/** Of both sides, as an order needs them; null when something of one is missing. */
export function accountsOf(payer: PayParty, payee: PayParty) {
  if (!payer.iban || !payer.bic || !payer.kbe || !payee.iban || !payee.bic || !payee.kbe) return null;
  return {
    payer_iban: payer.iban,
    payer_bic: payer.bic,
    payer_kbe: payer.kbe,
    payee_iban: payee.iban,
    payee_bic: payee.bic,
    payee_kbe: payee.kbe,
    payee_name: payee.name,
    payee_bin: payee.bin,
  };
}

export interface OrderGrounds {
  accounts: NonNullable<ReturnType<typeof accountsOf>>;
  withheld: PaymentReckoned;
  contract: { number: string; date: string };
  choices: Awaited<ReturnType<typeof findPayChoices>>;
  way: PayWay;
  actor: CompanyActor;
  today: string;
  number: number;
}

/** The order over what is left to pay of an act. */
export function toOrder(act: LockedAct, on: OrderGrounds): NewOrder {
  const { gross_tiyn, net_tiyn: amount_tiyn, ...parts_withheld } = on.withheld.parts;
  const { payment_knp, payment_purpose, payment_limit_tiyn } = on.choices;
  return {
    company_id: act.company_id,
    act_id: act.id,
    end_to_end_id: newMark(),
    amount_tiyn,
    ...parts_withheld,
    knp: act.knp ?? payment_knp ?? DEFAULT_KNP,
    purpose: makePurpose(act, on.contract, amount_tiyn, payment_purpose),
    ...on.accounts,
    bank: on.way.bank,
    channel: on.way.channel,
    integration_id: on.way.door?.integration_id ?? null,
    year: Number(on.today.slice(0, 4)),
    number: on.number,
    needs_approval: isAboveLimit(gross_tiyn, payment_limit_tiyn),
    created_by: on.actor.user_id,
  };
}
