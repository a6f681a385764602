import { nextActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulkDone, BulkItem } from '../../platform/jobs/run-kind.ts';
import type { Parts } from '../../parts.ts';
import { listRefunds, lockActs, moveActs, moverOf, refundedOf } from '../acts/public.ts';
import { listPayParties } from '../banking/public.ts';
import { reckonPayments } from '../bookkeeping/public.ts';
import { listContractsOnPaper, listDisputed } from '../documents/public.ts';
import { holdExecutors } from '../taxes/public.ts';
import { sumOpenAdvances } from './advances.queries.ts';
import { findPayWay } from './choose-channel.ts';
import { accountsOf, toOrder } from './pay-act.ts';
import { addOrders, findPayChoices, listActsUnderWay, nextOrderNumber } from './payments.queries.ts';
import { assertAccountsShown } from './shown-payees.ts';

/**
 * `payAct` for those of a batch without errors and without advances to set off, by a handful of statements for all of
 * them. Answers for them by position; every other row is left to `payAct`, which says what is the matter.
 */
export async function payPlainActs(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  items: readonly BulkItem[],
  shown: readonly string[] = [],
): Promise<Map<number, BulkDone>> {
  const done = new Map<number, BulkDone>();
  const positions = new Map(items.map((item) => [item.subject_id ?? 0, item.position]));
  // An act that stands twice in a batch is no plain matter, and only the payer's own acts are paid.
  if (positions.size < items.length || actor.role !== 'business') return done;
  const { company_id } = actor;
  const acts = await lockActs(tx, actor, [...positions.keys()]);
  if (acts.length === 0) return done;
  const executor_ids = [...new Set(acts.map((act) => act.contractor_company_id))];
  const contract_ids = [...new Set(acts.map((act) => act.contract_id))];
  const under_way = await listActsUnderWay(
    tx,
    company_id,
    acts.map(({ id }) => id),
  );
  const disputed = await listDisputed(tx, company_id, contract_ids);
  const choices = await findPayChoices(tx, company_id);
  const way = await findPayWay(parts, tx, company_id, choices);
  const parties = await listPayParties(tx, [company_id, ...executor_ids]);
  const partyOf = new Map(parties.map((party) => [party.company_id, party]));
  const payer = partyOf.get(company_id);
  if (!payer) return done;
  assertAccountsShown(
    shown,
    payer,
    parties.filter((party) => party !== payer),
  );
  const contracts = await listContractsOnPaper(tx, company_id, contract_ids);
  const contractOf = new Map(contracts.map((contract) => [contract.id, contract]));
  await holdExecutors(tx, executor_ids);
  const advances = await sumOpenAdvances(tx, company_id, executor_ids);
  const plain = acts.flatMap((act) => {
    const moment = { ...act, executor_signs_first: false, is_below_zero: act.amount_tiyn < 0n };
    const payee = partyOf.get(act.contractor_company_id);
    const accounts = payee && accountsOf(payer, payee);
    const contract = contractOf.get(act.contract_id);
    const gross_tiyn = act.amount_tiyn - act.covered_tiyn;
    const may =
      nextActStatus(moment, 'pay', actor.role) === 'paying' &&
      gross_tiyn > 0n &&
      !under_way.has(act.id) &&
      !disputed.has(act.contract_id) &&
      !advances.has(act.contractor_company_id);
    return may && accounts && contract ? [{ act, accounts, contract, gross_tiyn }] : [];
  });
  const today = almatyDate(parts.clock.now());
  const refunds = await listRefunds(tx, company_id, [...positions.keys()]);
  const queues = [...Map.groupBy(plain, ({ act }) => act.contractor_company_id).values()];
  // Of each executor one act at a time: what it withholds counts for the next.
  for (let turn = queues.flatMap(takeFirst); turn.length > 0; turn = queues.flatMap(takeFirst)) {
    const sums = turn.map(({ act, gross_tiyn }) => [act.contractor_company_id, gross_tiyn] as const);
    const refunded = turn.map(
      ({ act, gross_tiyn }) =>
        [act.contractor_company_id, refundedOf(gross_tiyn, refunds.get(act.id))] as const,
    );
    const reckoned = await reckonPayments(tx, { company_id, day: today }, new Map(sums), new Map(refunded));
    const payable = turn.flatMap((one) => {
      const withheld = reckoned.get(one.act.contractor_company_id);
      return withheld?.waits === null ? [{ ...one, withheld, to: 'paying' as const }] : [];
    });
    if (payable.length === 0) continue;
    await moveActs(tx, payable, 'pay', moverOf(actor));
    const first = await nextOrderNumber(tx, company_id, Number(today.slice(0, 4)), payable.length);
    const orders = payable.map(({ act, ...on }, place) =>
      toOrder(act, { ...on, choices, way, actor, today, number: first + place }),
    );
    await addOrders(tx, orders);
    for (const { act } of payable)
      done.set(positions.get(act.id) ?? 0, { label: `${act.number}/${act.year}` });
  }
  return done;
}

const takeFirst = <Item>(queue: Item[]): Item[] => queue.splice(0, 1);
