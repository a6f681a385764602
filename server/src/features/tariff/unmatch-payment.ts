import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockPlaces } from '../executors/public.ts';
import {
  clearPaymentMatch,
  getPayment,
  listLinks,
  lockPayment,
  setPaymentAside,
} from './incoming.queries.ts';
import { noteDeed } from './note-deed.ts';
import { settleTariff } from './settle-tariff.ts';
import { spreadCredit } from './spread-credit.ts';
import { findOpenPlan, listEntriesById, setEntry } from './tariff.queries.ts';

/**
 * Somebody was mistaken in what a payment pays, or in that it pays nothing: its bills are open again, and it waits for
 * another answer. Only while they stand as they were paid: one that a change of plan has ended since has given credit,
 * which other bills may have used up, and the next bill sets that right. A closed company has no next one: it owes what
 * is open again, less the credit it has left. A bill that was marked paid before stays so. Again is the same.
 */
export async function unmatchPayment(
  parts: Pick<Parts, 'clock' | 'config'>,
  tx: Tx,
  actor: Actor,
  payment_id: number,
  reason: string,
): Promise<void> {
  const seen = orNotFound(await getPayment(tx, payment_id));
  const { company_id } = seen;
  if (company_id === null) return bringBack(tx, actor, payment_id, reason);
  await lockPlaces(tx, company_id);
  // What has come due by now comes first: a change of today may end a bill.
  await settleTariff(parts, tx, company_id);
  if ((await lockPayment(tx, payment_id))!.company_id !== company_id) return;
  const entry_ids = (await getPayment(tx, payment_id))!.entry_ids ?? [];
  const links = await listLinks(tx, entry_ids);
  const open_ids = links.filter(({ was_paid }) => !was_paid).map(({ entry_id }) => entry_id);
  const entries = open_ids.length > 0 ? await listEntriesById(tx, open_ids) : [];
  const ended_before = new Set(links.filter((link) => link.was_ended).map(({ entry_id }) => entry_id));
  const isEndedSince = entries.some(
    ({ id, covered_until, period_end }) => covered_until < period_end && !ended_before.has(id),
  );
  const isOver = !(await findOpenPlan(tx, company_id));
  if (isEndedSince && !isOver) throw new Problem('tariff.match_in_use');
  for (const entry of entries) await setEntry(tx, entry, { paid_at: null, paid_by: null });
  await clearPaymentMatch(tx, company_id, payment_id);
  if (isOver) await spreadCredit(parts, tx, company_id);
  await noteDeed(tx, actor, company_id, {
    unmatched: payment_id,
    bills: entry_ids.join(', '),
    reason: reason.trim(),
  });
  await settleTariff(parts, tx, company_id);
}

async function bringBack(tx: Tx, actor: Actor, payment_id: number, reason: string): Promise<void> {
  const { set_aside_at } = (await lockPayment(tx, payment_id))!;
  if (set_aside_at === null) return;
  await setPaymentAside(tx, payment_id, null);
  await noteDeed(tx, actor, null, { brought_back: payment_id, reason: reason.trim() });
}
