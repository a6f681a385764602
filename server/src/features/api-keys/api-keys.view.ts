import type { API_KEY_STATES, ApiKeyView } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import type { Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { KeyRow } from './api-keys.queries.ts';

export function toApiKey(row: KeyRow): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as Scope[],
    networks: row.networks,
    state: stateOf(row),
    made_by: { id: row.user_id, full_name: row.full_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_ip: row.last_ip,
    replaced_by: row.replaced_by,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function stateOf(row: KeyRow): (typeof API_KEY_STATES)[number] {
  if (row.revoked_at) return 'revoked';
  if (row.is_over) return 'expired';
  if (!row.has_maker) return 'asleep';
  return row.replaced_by === null ? 'active' : 'replaced';
}
