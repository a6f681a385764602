import type { Call } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import type { Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { Actor, ActorKey } from '../actor.ts';

const FRESH_PROOF_MS = 10 * 60 * 1000;

/** The first of the three gates: who may make this call at all. */
export function admit(call: Call, actor: Actor | null, now: Date): void {
  const { access } = call;
  if (access.who === 'public') return;
  if (!actor) throw new Problem('unauthorized');
  if (actor.key) admitKey(call, actor.key);
  if (actor.key && (call.scope_stands || call.sandbox === 'stand')) return admitInRole(access, actor);
  if (access.who === 'platform') {
    if (!actor.platform_rights.has(access.right)) throw new Problem('forbidden');
  } else if (access.who !== 'person') admitToCompany(access, actor);
  if (call.fresh_proof && (!actor.proof_at || now.getTime() - actor.proof_at.getTime() > FRESH_PROOF_MS)) {
    throw new Problem('fresh_proof_required');
  }
}

/** A call that names no scope is closed to every key, whatever its maker may do; those of the stand exist for keys. */
function admitKey({ scope, sandbox }: Call, key: ActorKey): void {
  if (sandbox === 'stand') return;
  if (!scope) throw new Problem('not_for_keys');
  assertScope(key, scope);
}

/** What the body asks of a key beyond its call. */
export function admitFields({ field_scopes = {} }: Call, body: unknown, key: ActorKey): void {
  for (const [field, scope] of Object.entries(field_scopes))
    if (hasTrue(body, field)) assertScope(key, scope);
}

const hasTrue = (value: unknown, field: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, held]: [string, unknown]) => (name === field && Boolean(held)) || hasTrue(held, field),
  );

export function assertScope(key: ActorKey, scope: Scope): void {
  if (key.scopes.has(scope)) return;
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
  throw new Problem('scope_missing', { values: { scope }, headers });
}

type CompanyAccess = Exclude<Call['access'], { who: 'public' | 'platform' | 'person' }>;

function admitInRole(access: Call['access'], actor: Actor): void {
  if (actor.company_id === null || actor.role === null) throw new Problem('forbidden');
  if (access.who !== 'user' && access.who !== actor.role) throw new Problem('forbidden');
}

function admitToCompany(access: CompanyAccess, actor: Actor): void {
  admitInRole(access, actor);
  const director = 'director' in access ? access.director : undefined;
  if (director === 'alone' && actor.role_id !== ROLE_DIRECTOR) throw new Problem('forbidden');
  if (actor.rights === 'all') return;
  const closed = 'right' in access && access.right && !actor.rights.has(access.right);
  if (closed || director) throw new Problem('forbidden');
}
