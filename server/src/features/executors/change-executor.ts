import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { takePlaces } from './executor-limit.ts';
import { isColleague, lockExecutor, type LockedExecutor } from './executors.queries.ts';
import { managerOf, moveExecutor } from './move-executor.ts';

async function getLocked(tx: Tx, actor: CompanyActor, executor_company_id: number): Promise<LockedExecutor> {
  const executor = orNotFound(await lockExecutor(tx, actor.company_id, executor_company_id));
  return executor;
}

/**
 * No new acts from now on; false when it was so before. The call has no body, so a client may repeat it after a lost
 * answer; so have the others.
 */
export async function stopExecutor(
  tx: Tx,
  actor: CompanyActor,
  executor_company_id: number,
): Promise<boolean> {
  const executor = await getLocked(tx, actor, executor_company_id);
  if (executor.status === 'stopped') return false;
  await moveExecutor(tx, executor, 'stop', managerOf(actor));
  return true;
}

/** Takes a place of the limit again; false when the executor had it. */
export async function resumeExecutor(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  executor_company_id: number,
): Promise<boolean> {
  // The places are locked before the executor, as by an invitation.
  const places = await takePlaces(parts, tx, actor.company_id);
  const executor = await getLocked(tx, actor, executor_company_id);
  if (executor.status === 'active') return false;
  await moveExecutor(tx, executor, 'resume', managerOf(actor));
  places.take();
  return true;
}

/** Papers stay, and what was signed is still paid. */
export async function removeExecutor(
  tx: Tx,
  actor: CompanyActor,
  executor_company_id: number,
): Promise<void> {
  const executor = await getLocked(tx, actor, executor_company_id);
  if (executor.status !== 'removed') await moveExecutor(tx, executor, 'remove', managerOf(actor));
}

/** Somebody of the company answers for the executor, or nobody. */
export async function assignExecutor(
  tx: Tx,
  actor: CompanyActor,
  executor_company_id: number,
  responsible_user_id: number | null,
): Promise<void> {
  const executor = await getLocked(tx, actor, executor_company_id);
  if (executor.responsible_user_id === responsible_user_id) return;
  if (responsible_user_id !== null && !(await isColleague(tx, actor.company_id, responsible_user_id)))
    throw new Problem('executor.responsible_unknown', { field: 'user_id' });
  await moveExecutor(tx, executor, 'assign', managerOf(actor), { responsible_user_id });
}
