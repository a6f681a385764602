import { sql } from 'kysely';
import { addTestKey } from '../api-keys.ts';
import type { Asking, Cases } from './access.ts';

/** Of all the keys of other calls none may stand in the way of a new one. */
async function endKeys({ app, world }: Asking): Promise<number> {
  await sql`update api_keys set revoked_at = now(), revoked_by = made_by
    where company_id = ${world.company.id} and revoked_at is null`.execute(app.parts.db);
  return 0;
}

async function ownKey(asking: Asking): Promise<number> {
  await endKeys(asking);
  return (await addTestKey(asking.app, asking.world.director)).id;
}

export const apiKeysCases = {
  'api_keys.create': {
    thing: endKeys,
    given: () => ({ body: { name: '1С', scopes: ['acts:read'], networks: ['203.0.113.0/24'] } }),
  },
  'api_keys.rotate': {
    names: 'path',
    thing: ownKey,
    given: (key_id) => ({ params: { key_id }, body: { overlap_hours: 1 } }),
  },
  'api_keys.revoke': { names: 'path', thing: ownKey, given: (key_id) => ({ params: { key_id } }) },
} satisfies Cases;
