import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { IN_SIGNING, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { countActsUntil, findClosedUntil, holdPeriod, setClosedUntil } from './bookkeeping.queries.ts';

/** These still need a signature, answer or correction: closing would block them permanently. */
const WAITING: readonly ActStatus[] = [...IN_SIGNING, 'annulment_requested'];
const DRAFTS: readonly ActStatus[] = ['draft', 'returned'];

export async function checkPeriod(db: Handle, company_id: number, closed_until: string) {
  const counts = await countActsUntil(db, company_id, await findClosedUntil(db, company_id), closed_until);
  const sum = (statuses: readonly ActStatus[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((all, { count }) => all + count, 0);
  return {
    waiting: counts.filter(({ status }) => WAITING.includes(status)),
    drafts: sum(DRAFTS),
    unpaid: sum(['signed', 'paying']),
  };
}

/**
 * Closes the books until a day, or opens them down to an earlier one. While it looks nobody changes an act of the
 * company; what waits for somebody hinders it.
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
      const { waiting } = await checkPeriod(tx, actor.company_id, closed_until!);
      const count = waiting.reduce((all, row) => all + row.count, 0);
      if (count > 0) throw new Problem('period.waiting', { field: 'closed_until', values: { count } });
    }
    await setClosedUntil(tx, actor, closed_until, note);
  });
}
