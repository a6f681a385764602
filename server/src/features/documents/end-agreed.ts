import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { quietUntil } from '../notices/public.ts';
import { lockAnyDocument } from './documents.queries.ts';
import { CLOCK, moveDocument } from './move-document.ts';
import { tellParty } from './tell-party.ts';
import { listAgreedToEnd } from './ends.queries.ts';

const AT_ONCE = 500;

/**
 * Contracts whose end both have agreed on are over from that day on; the agreement stands in their history. Both sides
 * are told: in the product at once, over other channels when the quiet hours are over.
 */
export async function endAgreed(parts: Parts): Promise<void> {
  const { db, clock } = parts;
  const due = await listAgreedToEnd(db, almatyDate(clock.now()), AT_ONCE);
  await eachJob(parts, 'documents.end_agreed', due, ({ id, number, date, terminates_on }) =>
    db.transaction().execute(async (tx) => {
      const document = await lockAnyDocument(tx, id);
      if (document?.status !== 'signed') return;
      await moveDocument(tx, document, 'end_agreed', CLOCK, { note: `№ ${number}, ${formatDate(date)}` });
      for (const side of ['business', 'executor'] as const)
        await tellParty(parts, tx, document, side, 'contract_ended', {
          date: formatDate(terminates_on!),
          once: String(document.version),
          not_before: quietUntil(clock.now()),
        });
    }),
  );
}
