import { SCOPES, type Scope } from '@kelisim/shared/kernel/scopes.ts';
import { addKey } from '../src/features/api-keys/api-keys.queries.ts';
import { keyHash, keyPrefix, makeKeyText } from '../src/features/api-keys/key-text.ts';
import type { TestApp } from './make-app.ts';

/** A key of a company, made beside the call that makes one: with every scope, for a day, from anywhere by default. */
export async function addTestKey(
  app: TestApp,
  director: { user_id: number; company_id: number },
  scopes: readonly Scope[] = SCOPES,
  more: Partial<Parameters<typeof addKey>[1]> = {},
): Promise<{ id: number; token: string }> {
  const token = makeKeyText(true);
  const { user_id: made_by, company_id } = director;
  const row = {
    company_id,
    made_by,
    name: '1С',
    prefix: keyPrefix(token),
    hash: keyHash(token),
    scopes: [...scopes],
    networks: [],
    expires_at: new Date(Date.now() + 86_400_000),
    ...more,
  };
  return { id: await app.parts.db.transaction().execute((tx) => addKey(tx, row)), token };
}
