import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { ActorKey } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findRunKey } from './api-keys.queries.ts';
import { MOST_A_MINUTE } from './authenticate-key.ts';

/** The key that started a run, for its next row: one that was revoked, or has lost its maker, does nothing more. */
export async function keyOfRun(
  tx: Tx,
  key_id: number,
  run: { user_id: number; company_id: number },
): Promise<ActorKey> {
  const row = await findRunKey(tx, key_id, run);
  if (!row) throw new Problem('forbidden');
  const limit = { most: MOST_A_MINUTE, left: 0, reset_s: 0 };
  return { id: key_id, name: row.name, scopes: new Set(row.scopes as Scope[]), limit };
}
