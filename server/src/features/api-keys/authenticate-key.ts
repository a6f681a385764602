import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ROLE_DIRECTOR, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { SCOPE_RIGHTS, type Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor, KeyLimit } from '../../platform/actor.ts';
import { limitHeaders } from '../../platform/http/limit-headers.ts';
import { useKey, type CallingKey } from './api-keys.queries.ts';
import { isKeyText, keyHash, isPrefixOf } from './key-text.ts';
import { tellOfRefusal } from './tell-of-keys.ts';

/** Requests that a key may make in a minute of the clock. */
export const MOST_A_MINUTE = 600;

type Doorway = Pick<Parts, 'config' | 'db' | 'guard' | 'clock' | 'log' | 'tokens'>;

const invalid = () =>
  new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });

/** The actor of an API key: its maker, with the rights that the scopes of the key ask for and nothing else. */
export async function authenticateKey(parts: Doorway, text: string, ip: string): Promise<CompanyActor> {
  const { key, limit } = await admitKeyText(parts, text, ip);
  return actorOf(key, key.scopes as Scope[], limit);
}

/** The same by a token that was given for the key: it dies with the key, and has no scope that the key has not. */
export async function authenticateKeyToken(parts: Doorway, token: string, ip: string): Promise<CompanyActor> {
  const { key_id, scope } = await parts.tokens.readOfKey(token).catch(() => {
    throw invalid();
  });
  const found = await useKey(parts.db, { key_id }, ip);
  if (found && !isPrefixOf(found.prefix, parts.config.sandbox)) throw invalid();
  const { key, limit } = await admitKey(parts, found, ip);
  const asked = scope.split(' ');
  return actorOf(
    key,
    (key.scopes as Scope[]).filter((one) => asked.includes(one)),
    limit,
  );
}

/** A key that may be used now, counted in its minute; throws for every other. */
export async function admitKeyText(parts: Doorway, text: string, ip: string) {
  if (!isKeyText(text, parts.config.sandbox)) throw invalid();
  const key = await useKey(parts.db, { hash: keyHash(text) }, ip);
  // Whoever draws keys at random is held up by their network; a key that is there is not.
  if (!key) await parts.guard.attempt('api_key', ip);
  return admitKey(parts, key, ip);
}

async function admitKey(
  parts: Doorway,
  key: CallingKey | undefined,
  ip: string,
): Promise<{ key: CallingKey; limit: KeyLimit }> {
  if (!key || key.fault !== null) {
    if (key?.may_tell) await tellOfRefusal(parts, key, ip);
    throw invalid();
  }
  const used = key.requests ?? 0;
  const limit = { most: MOST_A_MINUTE, left: Math.max(0, MOST_A_MINUTE - used), reset_s: key.reset_s ?? 60 };
  if (used > MOST_A_MINUTE)
    throw new Problem('too_many', { retry_after_s: limit.reset_s, headers: limitHeaders(limit) });
  return { key, limit };
}

function actorOf(key: CallingKey, scopes: readonly Scope[], limit: KeyLimit): CompanyActor {
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
