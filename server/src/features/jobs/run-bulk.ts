import type { BulkAnswer, SigningAnswer } from '@kelisim/shared/kernel/runs.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { startedBy, type NewRun } from '../../platform/jobs/start-run.ts';
import type { Parts } from '../../parts.ts';
import { getRunState, listRunRows } from './jobs.queries.ts';
import { rowMessage } from './jobs.view.ts';

/** A call answers at the latest after this; the run goes on and the page follows it by its id. */
const WAIT_MS = 20_000;
/** As many rows as a call may name; more are of a selection, and are followed by the number of the run. */
const MOST_ANSWERED = 1000;
const WAIT_MANY_MS = 500;

/** As `runBulk`, and what came of the signing as a whole. */
export async function runSigning(...of: Parameters<typeof runBulk>): Promise<SigningAnswer> {
  const answer = await runBulk(...of);
  const refused = answer.items.filter(({ status }) => status === 'failed');
  return {
    ...answer,
    success: refused.length === 0,
    signed_count: answer.items.filter(({ status }) => status === 'ok').length,
    errors: refused.map(({ act_id, code, message }) => ({ id: act_id, code: code ?? 'internal', message })),
  };
}

/** What a run is told of the call that starts it. */
export type RunCaller = Pick<
  CallContext<Call>,
  'locale' | 'idempotency_key' | 'request_hash' | 'responds_async' | 'accepted'
> & { actor: CompanyActor };

/** What every bulk call does: start the run (or find it by its key), work on it, answer a row per id. */
export async function runBulk(
  parts: Parts,
  caller: RunCaller,
  kind: RunKind,
  items: NewRun['items'],
  params?: unknown,
): Promise<BulkAnswer> {
  const { actor } = caller;
  const run_id = await parts.bulk.start({
    ...startedBy(actor),
    kind,
    idempotency_key: caller.idempotency_key,
    request_hash: caller.request_hash,
    ip: actor.ip ?? null,
    params,
    items,
  });
  if (caller.responds_async) {
    void parts.bulk.work(run_id);
    caller.accepted();
    return { run_id, state: 'running', items: [] };
  }
  const isMany = items.length > MOST_ANSWERED;
  await parts.bulk.wait(run_id, isMany ? WAIT_MANY_MS : WAIT_MS);
  const state = await getRunState(parts.db, run_id);
  if (isMany) return { run_id, state, items: [] };
  const rows = await listRunRows(parts.db, run_id, { page: 1, limit: items.length });
  return {
    run_id,
    state,
    items: rows.map((row) => ({
      act_id: row.subject_id ?? 0,
      status: row.status,
      code: row.code,
      message: rowMessage(row, caller.locale),
    })),
  };
}
