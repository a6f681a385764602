import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { keptUntil } from './retention.ts';
import {
  addErasure,
  eraseAccount,
  findErasure,
  findOrphan,
  listDueErasures,
  lastSigned,
  withdrawErasure,
} from './security.queries.ts';

/** Time to think again. */
const DAYS = 7;

/** When an account is erased, and until when what the person signed stays. */
export async function erasureView({ config }: Pick<Parts, 'config'>, db: Handle, user_id: number) {
  const asked = await findErasure(db, user_id);
  if (!asked) return asked;
  const signed_on = await lastSigned(db, user_id);
  return {
    asked_at: asked.asked_at.toISOString(),
    due_at: asked.due_at.toISOString(),
    papers_until: signed_on && keptUntil(signed_on, config.retention_years),
  };
}

/** A person asks to be forgotten. The only director of a company hands it over first. Asking again is the same. */
export async function askErasure(
  parts: Parts,
  actor: Actor,
  from: { ip: string; user_agent: string },
  reason: string | undefined,
) {
  return parts.db.transaction().execute(async (tx) => {
    const company = await findOrphan(tx, actor.user_id);
    if (company) throw new Problem('erasure.last_director', { values: { company } });
    if (!(await findErasure(tx, actor.user_id))) {
      await addErasure(tx, actor.user_id, reason?.trim() || null, DAYS);
      await addSecurityEvent(tx, { ...actor, ...from, kind: 'erasure_asked' });
    }
    return (await erasureView(parts, tx, actor.user_id))!;
  });
}

export async function takeErasureBack(
  { db }: Parts,
  actor: Actor,
  from: { ip: string; user_agent: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await withdrawErasure(tx, actor.user_id))) throw new Problem('erasure.none');
    await addSecurityEvent(tx, { ...actor, ...from, kind: 'erasure_withdrawn' });
  });
}

/** Erases the accounts whose week is over. Who has become the only director meanwhile stays until that has changed. */
export async function eraseDue(parts: Parts): Promise<void> {
  const { db, log } = parts;
  const due = (await listDueErasures(db)).map((row) => ({ ...row, company_id: null }));
  await eachJob(parts, 'accounts.erase', due, async ({ user_id }) => {
    await db.transaction().execute(async (tx) => {
      if (await findOrphan(tx, user_id)) return;
      await eraseAccount(tx, user_id);
      await addSecurityEvent(tx, { user_id, kind: 'erased' });
    });
    log.info({ event: 'account.erased', user_id });
  });
}
