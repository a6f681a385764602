import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { isQuiet } from '../notices/public.ts';
import { lockAnyDocument } from './documents.queries.ts';
import { CLOCK, moveDocument } from './move-document.ts';
import { tellParty } from './tell-party.ts';
import { addEndNotice, listEnding, listOver } from './ends.queries.ts';

/** Days before the end on which both sides are told (product decision 4). */
const NOTICES = [30, 14, 3] as const;
const AT_ONCE = 500;

/** A signed contract is over on the day after its last, from midnight in Almaty on; once, also after a stop. */
export async function expireDocuments(parts: Parts): Promise<void> {
  const { db, clock } = parts;
  const today = almatyDate(clock.now());
  await eachJob(parts, 'documents.expire', await listOver(db, today, AT_ONCE), ({ id }) =>
    db.transaction().execute(async (tx) => {
      const document = await lockAnyDocument(tx, id);
      if (document?.status === 'signed' && document.end_date < today)
        await moveDocument(tx, document, 'expire', CLOCK);
    }),
  );
}

/**
 * Tells both sides that a contract comes to its end: the nearest notice alone, where several are due at once, and none
 * where it was renewed already. In the quiet hours it waits for the morning.
 */
export async function tellOfEnds(parts: Parts): Promise<void> {
  const { db, clock } = parts;
  if (isQuiet(clock.now())) return;
  const today = almatyDate(clock.now());
  for (const [index, days] of NOTICES.entries()) {
    const nearer = NOTICES[index + 1];
    const first = nearer === undefined ? today : addDays(today, nearer + 1);
    const due = await listEnding(db, { first, last: addDays(today, days), days }, AT_ONCE);
    await eachJob(parts, 'documents.ends', due, ({ id }) => tellOfEnd(parts, id, days));
  }
}

async function tellOfEnd(parts: Parts, document_id: number, days: number): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const document = await lockAnyDocument(tx, document_id);
    if (document?.status !== 'signed') return;
    const { company_id, end_date } = document;
    if (!(await addEndNotice(tx, { company_id, document_id, end_date, days }))) return;
    for (const side of ['business', 'executor'] as const)
      await tellParty(parts, tx, document, side, 'contract_ends', {
        date: formatDate(end_date),
        once: `${end_date}:${days}`,
      });
  });
}
