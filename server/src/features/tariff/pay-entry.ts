import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockPlaces } from '../executors/public.ts';
import { noteDeed } from './note-deed.ts';
import { settleTariff } from './settle-tariff.ts';
import { findEntry, setEntry } from './tariff.queries.ts';

type Tools = Pick<Parts, 'clock' | 'config'>;

/** A person says that a bill is paid; again is the same. */
export async function payEntry(parts: Tools, tx: Tx, actor: Actor, entry_id: number): Promise<void> {
  const seen = orNotFound(await findEntry(tx, entry_id));
  const { company_id } = seen;
  await lockPlaces(tx, company_id);
  // What has come due by now comes first: a bill that a change calls off today is not paid today.
  await settleTariff(parts, tx, company_id);
  const entry = (await findEntry(tx, entry_id))!;
  if (entry.cancelled_at !== null) throw new Problem('tariff.entry_cancelled');
  if (entry.paid_at !== null) return;
  await setEntry(tx, entry, { paid_at: parts.clock.now(), paid_by: actor.user_id });
  await noteDeed(tx, actor, company_id, { paid: entry_id });
  await settleTariff(parts, tx, company_id);
}
