import { randomUUID } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { CompanyActor } from './actor.ts';
import type { Tx } from './db/database.ts';

/** How long a request without an `Idempotency-Key` is recognised by its content. */
export const REPEATED_WITHIN = '10 minutes';

interface Asked {
  user_id: number;
  company_id: number;
  request_hash: Buffer;
}

/** Of equal requests without a key, the second waits for the first one's transaction and finds what it made. */
export async function holdContent(tx: Tx, asked: Asked): Promise<void> {
  const content = `${asked.user_id}/${asked.company_id}/${asked.request_hash.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${content}, 0))`.execute(tx);
}

/** What stands in place of a key; what is recognised is the content beside it. */
export const derivedKey = () => `derived-${randomUUID()}`;

/**
 * Makes one thing per `Idempotency-Key`, inside the transaction that makes it: the same key returns the id
 * that was made before, even for concurrent requests. Another request under the key is refused (422). A failure is
 * forgotten with its transaction, so the key can be used again. Without a key the same request returns the same
 * thing for ten minutes while it is unchanged.
 */
export async function makeOnce(
  tx: Tx,
  caller: { actor: CompanyActor; idempotency_key: string | null; request_hash: Buffer },
  thing: 'acts' | 'documents' | 'invitations' | 'templates' | 'payments' | 'files',
  make: () => Promise<number>,
): Promise<number> {
  const { user_id, company_id } = caller.actor;
  const asked = { user_id, company_id, request_hash: caller.request_hash };
  if (caller.idempotency_key === null) {
    await holdContent(tx, asked);
    const repeated = await tx
      .selectFrom('made_once')
      .select('subject_id')
      .where((eb) => eb.and({ ...asked, is_key_derived: true }))
      .where('created_at', '>', sql<Date>`now() - ${REPEATED_WITHIN}::interval`)
      .where('left_as', 'is not distinct from', sql<string>`state_of(${thing}, ${company_id}, subject_id)`)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (repeated) return repeated.subject_id!;
  }
  const key = { user_id, company_id, idempotency_key: caller.idempotency_key ?? derivedKey() };
  const first = await tx
    .insertInto('made_once')
    .values({ ...key, request_hash: caller.request_hash, is_key_derived: caller.idempotency_key === null })
    .onConflict((oc) => oc.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!first) {
    const earlier = await tx
      .selectFrom('made_once')
      .select(['request_hash', 'subject_id'])
      .where((eb) => eb.and(key))
      .executeTakeFirstOrThrow();
    if (!earlier.request_hash.equals(caller.request_hash)) throw new Problem('idempotency_mismatch');
    return earlier.subject_id!;
  }
  const subject_id = await make();
  await tx
    .updateTable('made_once')
    .set({ subject_id, left_as: sql<string>`state_of(${thing}, ${company_id}, ${subject_id})` })
    .where((eb) => eb.and(key))
    .execute();
  return subject_id;
}
