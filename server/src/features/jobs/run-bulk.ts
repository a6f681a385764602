import type { BulkAnswer, RowStatus, RunKind } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { NewRun } from '../../platform/jobs/bulk.ts';
import type { Parts } from '../../parts.ts';
import { listRunRows } from './jobs.queries.ts';
import { rowMessage } from './jobs.view.ts';

/** A call answers at the latest after this; the run goes on and the page follows it by its id. */
const WAIT_MS = 20_000;

/** What every bulk call does: start the run (or find it by its key), work on it, answer a row per id. */
export async function runBulk(
  parts: Parts,
  caller: { actor: CompanyActor; locale: Locale; idempotency_key: string; request_hash: Buffer },
  kind: RunKind,
  items: NewRun['items'],
  params?: unknown,
): Promise<BulkAnswer> {
  const { actor } = caller;
  const run_id = await parts.bulk.start({
    company_id: actor.company_id,
    user_id: actor.user_id,
    session_id: actor.session_id,
    kind,
    idempotency_key: caller.idempotency_key,
    request_hash: caller.request_hash,
    ip: actor.ip ?? null,
    params,
    items,
  });
  await parts.bulk.wait(run_id, WAIT_MS);
  const rows = await listRunRows(parts.db, run_id, { limit: items.length, offset: 0, only_failed: false });
  return {
    run_id,
    state: rows.some((row) => row.status === 'waiting') ? 'running' : 'done',
    items: rows.map((row) => ({
      act_id: row.subject_id ?? 0,
      status: row.status as RowStatus,
      code: row.code,
      message: rowMessage(row, caller.locale),
    })),
  };
}
