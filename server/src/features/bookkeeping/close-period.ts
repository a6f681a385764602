import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { IN_SIGNING, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { countActsUntil, findClosedUntil, holdPeriod, setClosedUntil } from './bookkeeping.queries.ts';
import { findBlockers } from './blockers.queries.ts';
import { freezePeriod } from './freeze-period.ts';
import { thawLedger } from './frozen.queries.ts';

/** These still need a signature, answer or correction: closing would block them permanently. */
const WAITING: readonly ActStatus[] = [...IN_SIGNING, 'annulment_requested'];
const DRAFTS: readonly ActStatus[] = ['draft', 'returned'];

export async function checkPeriod(db: Handle, company_id: number, closed_until: string) {
  const after = await findClosedUntil(db, company_id);
  const counts = await countActsUntil(db, company_id, after, closed_until);
  const sum = (statuses: readonly ActStatus[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((all, { count }) => all + count, 0);
  return {
    waiting: counts.filter(({ status }) => WAITING.includes(status)),
    drafts: sum(DRAFTS),
    blockers: await findBlockers(db, company_id, after, closed_until),
  };
}

/**
 * Closes the books until a day and freezes their ledger, or opens them down to an earlier day. While it looks nobody
 * changes an act of the company; what waits for somebody hinders it, and what is left unfinished
 * asks for a reason.
 */
export async function closePeriod(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  closed_until: string | null,
  note: string | null,
): Promise<void> {
  if (closed_until && closed_until >= almatyDate(clock.now()))
    throw new Problem('period.not_over', { field: 'closed_until' });
  await db.transaction().execute(async (tx) => {
    await holdPeriod(tx, actor.company_id);
    const before = await findClosedUntil(tx, actor.company_id);
    if (before === closed_until) return;
    const opens = before !== null && (closed_until === null || closed_until < before);
    if (opens && !note) throw new Problem('period.why_opened', { field: 'note' });
    if (!opens) {
      const { waiting, blockers } = await checkPeriod(tx, actor.company_id, closed_until!);
      const count = waiting.reduce((all, row) => all + row.count, 0);
      if (count > 0) throw new Problem('period.waiting', { field: 'closed_until', values: { count } });
      if (blockers.length > 0 && !note) throw new Problem('period.why_unfinished', { field: 'note' });
    }
    await setClosedUntil(tx, actor, closed_until, note);
    if (opens) await thawLedger(tx, actor.company_id, closed_until);
    else await freezePeriod(tx, actor.company_id, closed_until!, clock.now());
  });
}
