import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Handle } from '../db/database.ts';
import type { CompanyActor } from '../actor.ts';
import { derivedKey, holdContent, REPEATED_WITHIN } from '../make-once.ts';

export interface NewRun {
  company_id: number;
  user_id: number;
  session_id: number | null;
  /** With which API key it was started. */
  api_key_id?: number | null;
  /** `acts.send`: its first word says what the subjects are. */
  kind: string;
  /** Null when the caller sent none: the run is then recognised by its content. */
  idempotency_key: string | null;
  request_hash: Buffer;
  ip?: string | null;
  params?: unknown;
  items: { subject_id: number | null; label?: string; payload?: unknown }[];
}

/** By whom a run is started, and by which means: a session of theirs, a key, or neither, which has the number 0. */
export function startedBy({ company_id, user_id, session_id, key }: CompanyActor) {
  return { company_id, user_id, session_id: session_id || null, api_key_id: key?.id ?? null };
}

export async function startRun(db: Database, run: NewRun): Promise<{ id: number; is_repeat: boolean }> {
  return db.transaction().execute(async (tx) => {
    const is_key_derived = run.idempotency_key === null;
    if (is_key_derived) {
      await holdContent(tx, run);
      const makes = run.items.every((item) => item.subject_id === null);
      const id = await findRepeated(tx, run, makes ? 'made' : 'named');
      if (id !== null) return { id, is_repeat: true };
    }
    const made = await tx
      .insertInto('bulk_runs')
      .values({
        company_id: run.company_id,
        user_id: run.user_id,
        session_id: run.session_id,
        api_key_id: run.api_key_id ?? null,
        kind: run.kind,
        idempotency_key: run.idempotency_key ?? derivedKey(),
        is_key_derived,
        request_hash: run.request_hash,
        ip: run.ip ?? null,
        params: JSON.stringify(run.params ?? {}),
        total: run.items.length,
      })
      .onConflict((oc) => oc.columns(['user_id', 'company_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return { id: (await findEarlierRun(tx, run))!, is_repeat: true };
    for (let from = 0; from < run.items.length; from += 1000) {
      const rows = run.items.slice(from, from + 1000).map((item, i) => ({
        run_id: made.id,
        position: from + i + 1,
        subject_id: item.subject_id,
        label: item.label ?? '',
        payload: item.payload === undefined ? null : JSON.stringify(item.payload),
      }));
      await tx.insertInto('bulk_items').values(rows).execute();
    }
    return { id: made.id, is_repeat: false };
  });
}

/**
 * The run that the same request made in the last minutes, unless something else has happened since. Of named things one
 * change is enough for a new run: a rejected act is paid again. What a run made itself counts as there while any of it
 * is as it was, so that a table which is sent twice does not make its acts twice.
 */
export async function findRepeated(
  db: Handle,
  run: Pick<NewRun, 'user_id' | 'company_id' | 'request_hash' | 'kind'>,
  over: 'named' | 'made',
): Promise<number | null> {
  const earlier = await db
    .selectFrom('bulk_runs')
    .select(['id', 'state'])
    .where('user_id', '=', run.user_id)
    .where('company_id', '=', run.company_id)
    .where('request_hash', '=', run.request_hash)
    .where('is_key_derived', '=', true)
    .where('created_at', '>', sql<Date>`now() - ${REPEATED_WITHIN}::interval`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier || earlier.state === 'running') return earlier?.id ?? null;
  const { done, changed } = await db
    .selectFrom('bulk_items')
    .select([
      sql<number>`count(*)`.as('done'),
      sql<number>`count(*) filter (where left_as is distinct from ${stateOf(run, sql.ref('subject_id'))})`.as(
        'changed',
      ),
    ])
    .where('run_id', '=', earlier.id)
    .where('status', 'in', ['ok', 'pending_proof'])
    .executeTakeFirstOrThrow();
  const is_past = over === 'named' ? changed > 0 : done > 0 && changed === done;
  return is_past ? null : earlier.id;
}

const stateOf = (run: Pick<NewRun, 'kind' | 'company_id'>, subject_id: RawBuilder<unknown>) =>
  sql<string>`state_of(${run.kind.split('.')[0]}, ${run.company_id}, ${subject_id})`;

export async function findEarlierRun(
  db: Handle,
  run: Pick<NewRun, 'user_id' | 'company_id' | 'idempotency_key' | 'request_hash'>,
): Promise<number | null> {
  const earlier = await db
    .selectFrom('bulk_runs')
    .select(['id', 'request_hash'])
    .where('user_id', '=', run.user_id)
    .where('company_id', '=', run.company_id)
    .where('idempotency_key', '=', run.idempotency_key!)
    .executeTakeFirst();
  if (earlier && !earlier.request_hash.equals(run.request_hash)) throw new Problem('idempotency_mismatch');
  return earlier?.id ?? null;
}
