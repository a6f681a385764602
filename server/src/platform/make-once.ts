import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from './actor.ts';
import type { Tx } from './db/database.ts';

/**
 * Makes one thing for one `Idempotency-Key`, inside the transaction that makes it: the same key again answers the id
 * that was made before, also when both come at once. Another request under the key is refused (422). What fails is
 * forgotten with its transaction, so that the key may be used again.
 */
export async function makeOnce(
  tx: Tx,
  caller: { actor: CompanyActor; idempotency_key: string; request_hash: Buffer },
  make: () => Promise<number>,
): Promise<number> {
  const key = {
    user_id: caller.actor.user_id,
    company_id: caller.actor.company_id,
    idempotency_key: caller.idempotency_key,
  };
  const first = await tx
    .insertInto('made_once')
    .values({ ...key, request_hash: caller.request_hash })
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
    .set({ subject_id })
    .where((eb) => eb.and(key))
    .execute();
  return subject_id;
}
