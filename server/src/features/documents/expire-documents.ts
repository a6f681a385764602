import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import { isQuiet } from '../notices/public.ts';
import { lockAnyDocument } from './documents.queries.ts';
import { CLOCK, moveDocument } from './move-document.ts';
import { tellParty } from './tell-party.ts';

/** Days before the end on which both sides are told (product decision 4). */
const NOTICES = [30, 14, 3] as const;
const AT_ONCE = 500;

/** A signed contract is over on the day after its last, from midnight in Almaty on; once, also after a stop. */
export async function expireDocuments({ db, clock }: Parts): Promise<void> {
  const today = almatyDate(clock.now());
  const due = await db
    .selectFrom('documents')
    .select('id')
    .where((eb) => eb.and({ status: 'signed', is_contract: true }))
    .where('end_date', '<', today)
    .orderBy('end_date')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due)
    await db.transaction().execute(async (tx) => {
      const document = await lockAnyDocument(tx, id);
      if (document?.status === 'signed' && document.end_date < today)
        await moveDocument(tx, document, 'expire', CLOCK);
    });
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
    const due = await db
      .selectFrom('documents as d')
      .select('d.id')
      .where((eb) => eb.and({ 'd.status': 'signed', 'd.is_contract': true }))
      .where('d.end_date', '<=', addDays(today, days))
      .where('d.end_date', '>=', nearer === undefined ? today : addDays(today, nearer + 1))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('document_notices as n')
              .select('n.days')
              .whereRef('n.company_id', '=', 'd.company_id')
              .whereRef('n.document_id', '=', 'd.id')
              .whereRef('n.end_date', '=', 'd.end_date')
              .where('n.days', '=', days),
          ),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('documents as r')
              .select('r.id')
              .whereRef('r.company_id', '=', 'd.company_id')
              .whereRef('r.renewed_from_id', '=', 'd.id')
              .where('r.status', 'not in', ['deleted', 'refused']),
          ),
        ),
      )
      .limit(AT_ONCE)
      .execute();
    for (const { id } of due) await tellOfEnd(parts, id, days);
  }
}

async function tellOfEnd(parts: Parts, document_id: number, days: number): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const document = await lockAnyDocument(tx, document_id);
    if (document?.status !== 'signed') return;
    const { company_id, end_date } = document;
    const first = await tx
      .insertInto('document_notices')
      .values({ company_id, document_id, end_date, days })
      .onConflict((oc) => oc.doNothing())
      .returning('days')
      .executeTakeFirst();
    if (!first) return;
    for (const side of ['business', 'executor'] as const)
      await tellParty(parts, tx, document, side, 'contract_ends', {
        date: formatDate(end_date),
        once: `${end_date}:${days}`,
      });
  });
}
