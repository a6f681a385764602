import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { leaseDue, noteReport, noteSilence, type DueCheque } from './cheques.queries.ts';

/** Longer than the issuers of one round can keep silent. */
const LEASE_MS = 10 * 60_000;
/** After so many minutes a silent issuer is asked again; after the last of them a person has to wish it. */
const PAUSES_MIN = [1, 5, 30, 120, 720, 720];

/** One round over all cheques that wait for the word of their issuer. */
export async function askIssuers(parts: Parts): Promise<void> {
  const { cheques, db, clock } = parts;
  if (!cheques) return;
  const now = clock.now();
  for (const due of await leaseDue(db, now, new Date(now.getTime() + LEASE_MS))) await askOne(parts, due);
}

async function askOne({ cheques, db, clock, log }: Parts, { id, tries, ...ids }: DueCheque): Promise<void> {
  try {
    await noteReport(db, id, await cheques!.findCheque(ids), clock.now());
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.warn({ event: 'cheques.no_answer', cheque_id: id, error: (error as Error).message });
    const pause = PAUSES_MIN[tries];
    const now = clock.now();
    await noteSilence(db, id, now, pause === undefined ? null : new Date(now.getTime() + pause * 60_000));
  }
}
