import {
  EXECUTOR_BEGINNINGS,
  executorTable,
  type ExecutorAction,
} from '@kelisim/shared/features/executors/executor-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  addExecutor,
  addExecutorHistory,
  lockExecutor,
  setExecutor,
  type LockedExecutor,
} from './executors.queries.ts';

/** Changes the state by the table and writes the history. */
export async function moveExecutor(
  tx: Tx,
  executor: LockedExecutor,
  action: ExecutorAction,
  by: { side: 'business' | 'executor'; user_id: number | null },
  detail: { responsible_user_id?: number | null } = {},
): Promise<void> {
  const from = executor.status;
  const to = executorTable.next(from, action, by.side);
  if (to === null) throw new Problem('executor.wrong_state', { values: { state: from } });
  const { company_id, executor_company_id } = executor;
  await setExecutor(tx, executor, { status: to, ...detail });
  await addExecutorHistory(tx, {
    company_id,
    executor_company_id,
    action,
    actor_side: by.side,
    actor_user_id: by.user_id,
    from_status: from,
    to_status: to,
    ...detail,
  });
}

export function managerOf({ user_id }: CompanyActor) {
  return { side: 'business', user_id } as const;
}

/**
 * An invitation was accepted: the executor is new, returns, or is there already and stays unchanged. An executor who
 * came by a link (`register`) becomes active only after signing (`startExecutor`).
 */
export async function joinExecutor(
  tx: Tx,
  pair: { company_id: number; executor_company_id: number },
  action: 'register' | 'join',
  user_id: number | null,
): Promise<void> {
  const status = EXECUTOR_BEGINNINGS[action];
  if (await addExecutor(tx, { ...pair, status })) {
    await addExecutorHistory(tx, {
      ...pair,
      action,
      actor_side: 'executor',
      actor_user_id: user_id,
      from_status: null,
      to_status: status,
    });
    return;
  }
  const executor = (await lockExecutor(tx, pair.company_id, pair.executor_company_id))!;
  await moveExecutor(tx, executor, action, { side: 'executor', user_id });
}

/** The executor signed their first contract and becomes active, unless the company removed them meanwhile. */
export async function startExecutor(tx: Tx, company_id: number, executor_company_id: number): Promise<void> {
  const executor = (await lockExecutor(tx, company_id, executor_company_id))!;
  if (executor.status !== 'invited') return;
  await moveExecutor(tx, executor, 'sign', { side: 'executor', user_id: null });
}
