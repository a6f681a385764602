import type { ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Evidence } from './gather-evidence.ts';
import type { GoodSigner } from './judge-signature.ts';
import type { SignedBy, SignedSubject } from './signatures.queries.ts';

/** Seconds from the arrival to the next try; each try that gets nothing doubles the pause. */
const FIRST_S = 2;
const LONGEST_S = 300;
/** A try holds a signature for so long; after a kill another process takes it up then. */
const LEASE_S = 60;

/** The same signature again is the same row. */
export async function addPendingSignature(
  tx: Tx,
  subject: SignedSubject,
  by: SignedBy,
  evidence: Evidence & { signer: GoodSigner },
): Promise<number> {
  const row = {
    ...subject,
    side: by.side,
    signer_company_id: by.company_id,
    user_id: by.user_id,
    quick_sign_id: by.quick_sign_id ?? null,
    means: by.means,
    name: evidence.signer.name,
    cms: evidence.cms,
    value_digest: evidence.value_digest,
    next_try_at: inSeconds(FIRST_S),
  };
  return idOf(
    tx
      .insertInto('pending_signatures')
      .values(row)
      .onConflict((oc) =>
        oc.column('value_digest').doUpdateSet({
          ...row,
          state: 'waiting',
          code: null,
          detail: null,
          tries: 0,
          finished_at: null,
          lease_token: sql<number>`pending_signatures.lease_token + 1`,
        }),
      )
      .returning('id'),
  );
}

const columns = [
  'id',
  'company_id',
  'act_id',
  'document_id',
  'version',
  'file_id',
  'side',
  'signer_company_id',
  'user_id',
  'quick_sign_id',
  'cms',
  'means',
  'tries',
  'lease_token',
] as const;

/** Takes up to so many that are due; nobody else gets them until the lease is over. */
export function leaseDueSignatures(db: Handle, limit: number) {
  return db
    .updateTable('pending_signatures')
    .set({
      tries: sql<number>`tries + 1`,
      lease_token: sql<number>`lease_token + 1`,
      next_try_at: inSeconds(LEASE_S),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pending_signatures')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_try_at', '<=', sql<Date>`now()`)
        .orderBy('next_try_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .execute();
}
export type PendingRow = Awaited<ReturnType<typeof leaseDueSignatures>>[number];

/** Whether it still waits and is still ours; locked until the transaction ends. The thing it signs is locked before. */
export function holdPendingSignature(tx: Tx, row: PendingRow): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('pending_signatures')
      .select('id')
      .where((eb) => eb.and({ id: row.id, state: 'waiting', lease_token: row.lease_token }))
      .forUpdate(),
  );
}

/** Nothing new: it waits on, with the proofs that were had. */
export async function postponePendingSignature(db: Handle, row: PendingRow, cms: Buffer): Promise<void> {
  await db
    .updateTable('pending_signatures')
    .set({ cms, next_try_at: inSeconds(Math.min(LONGEST_S, FIRST_S * 2 ** Math.min(row.tries, 10))) })
    .where((eb) => eb.and({ id: row.id, lease_token: row.lease_token, state: 'waiting' }))
    .execute();
}

/** The end of the wait. `dropped`: the side has signed by another signature meanwhile. */
export async function finishPendingSignature(
  tx: Tx,
  id: number,
  end: { state: 'taken' | 'dropped' } | { state: 'refused'; code: string; detail: ProblemDetail },
): Promise<void> {
  await tx
    .updateTable('pending_signatures')
    .set({
      state: end.state,
      code: end.state === 'refused' ? end.code : null,
      detail: end.state === 'refused' ? JSON.stringify(end.detail) : null,
      finished_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** The last that each side of the present version gave and that waits or was refused, for those who look at it. */
export function listPendingSignatures(
  db: Handle,
  subject: { company_id: number; act_id?: number; document_id?: number; file_id: number },
) {
  const query = db
    .selectFrom('pending_signatures')
    .distinctOn('side')
    .select(['side', 'name', 'state', 'code', 'detail', 'received_at'])
    .where((eb) => eb.and({ company_id: subject.company_id, file_id: subject.file_id }))
    .where('state', 'in', ['waiting', 'refused'])
    .orderBy('side')
    .orderBy('id', 'desc')
    .modifyEnd(ONE_PLAN);
  return (
    subject.act_id
      ? query.where('act_id', '=', subject.act_id)
      : query.where('document_id', '=', subject.document_id!)
  ).execute();
}

/** For each of the acts or contracts the last that a side gave over its present bytes and that waits or was refused. */
export async function listAwaitedBy(
  db: Handle,
  by: { company_id: number; side: 'business' | 'executor' },
  doc_type: 'act' | 'document',
  ids: number[],
) {
  const { rows } = await sql<{ subject_id: number; state: string; code: string | null; detail: unknown }>`
    select distinct on (t.id) t.id as subject_id, p.state, p.code, p.detail
    from pending_signatures p
    join ${sql.table(doc_type === 'act' ? 'acts' : 'documents')} t
      on t.company_id = p.company_id and t.id = ${sql.ref(`p.${doc_type}_id`)} and t.frozen_file_id = p.file_id
    where t.id = any(${ids}::bigint[]) and p.signer_company_id = ${by.company_id} and p.side = ${by.side}
      and p.state in ('waiting', 'refused')
    order by t.id, p.id desc`.execute(db);
  return rows;
}
export type AwaitedRow = Awaited<ReturnType<typeof listAwaitedBy>>[number];

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
