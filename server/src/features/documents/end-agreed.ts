import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { lockAnyDocument } from './documents.queries.ts';
import { CLOCK, moveDocument } from './move-document.ts';

const AT_ONCE = 500;

/** Contracts whose end both have agreed on are over from that day on; the agreement stands in their history. Both have signed it, so nobody is told. */
export async function endAgreed({ db, clock }: Parts): Promise<void> {
  const due = await db
    .selectFrom('documents as d')
    .innerJoin('documents as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.parent_id'),
    )
    .select(['p.id', 'd.number', 'd.date'])
    .where('d.terminates_on', '<=', almatyDate(clock.now()))
    .where('d.status', 'in', ['signed', 'expired'])
    .where('p.status', '=', 'signed')
    .orderBy('d.id')
    .limit(AT_ONCE)
    .execute();
  for (const { id, number, date } of due)
    await db.transaction().execute(async (tx) => {
      const document = await lockAnyDocument(tx, id);
      if (document?.status !== 'signed') return;
      await moveDocument(tx, document, 'end_agreed', CLOCK, { note: `№ ${number}, ${formatDate(date)}` });
    });
}
