import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ROLE_DIRECTOR, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { SCOPE_RIGHTS, type Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { limitHeaders } from '../../platform/http/limit-headers.ts';
import { useKey } from './api-keys.queries.ts';
import { tellOfRefusal } from './tell-of-keys.ts';
import { isKeyText, keyHash } from './key-text.ts';

/** Requests that a key may make in a minute of the clock. */
export const MOST_A_MINUTE = 600;

const INVALID = { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };

/** The actor of an API key: its maker, with the rights that the scopes of the key ask for and nothing else. */
export async function authenticateKey(
  parts: Pick<Parts, 'config' | 'db' | 'guard' | 'clock' | 'log'>,
  text: string,
  ip: string,
): Promise<CompanyActor> {
  const { config, db, guard } = parts;
  if (!isKeyText(text, config.sandbox)) throw new Problem('unauthorized', INVALID);
  const key = await useKey(db, keyHash(text), ip);
  if (!key) {
    // Whoever draws keys at random is held up by their network; a key that is there is not.
    await guard.attempt('api_key', ip);
    throw new Problem('unauthorized', INVALID);
  }
  if (key.fault !== null) {
    if (key.may_tell) await tellOfRefusal(parts, key, ip);
    throw new Problem('unauthorized', INVALID);
  }
  const scopes = key.scopes as Scope[];
  const used = key.requests ?? 0;
  const limit = { most: MOST_A_MINUTE, left: Math.max(0, MOST_A_MINUTE - used), reset_s: key.reset_s ?? 60 };
  if (used > MOST_A_MINUTE)
    throw new Problem('too_many', { retry_after_s: limit.reset_s, headers: limitHeaders(limit) });
  return {
    user_id: key.user_id,
    session_id: 0,
    full_name: key.full_name,
    iin: key.iin,
    role_id: ROLE_DIRECTOR,
    role: 'business',
    company_id: key.company_id,
    key: { id: key.id, name: key.name, scopes: new Set(scopes), limit },
    rights: rightsOfScopes(scopes),
    platform_rights: new Set(),
    proof_at: null,
    locale: toLocale(key.locale),
  };
}

/** Only a director makes keys and only a director's key lives, so of the maker's rights none is missing. */
export function rightsOfScopes(scopes: readonly Scope[]): Set<EmployeeRight> {
  return new Set<EmployeeRight>(scopes.flatMap((scope) => SCOPE_RIGHTS[scope]));
}
