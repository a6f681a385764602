import { roleOf, type EmployeeRight, type PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import { bearerOf } from '../../platform/http/bearer.ts';
import { findSession } from './auth.queries.ts';
import type { Tokens } from '../../platform/tokens.ts';

/** The actor of the `Authorization` header. A cookie alone authorises nothing (decisions 3). */
export async function findActor(
  db: Database,
  tokens: Tokens,
  request: FastifyRequest,
): Promise<Actor | null> {
  const header = request.headers.authorization;
  if (!header) return null;
  const token = bearerOf(header);
  if (token === null || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Problem('unauthorized');
  const claims = await tokens.read(token);
  const session = await findSession(db, claims.session_id);
  if (!session || session.user_id !== claims.user_id) throw new Problem('unauthorized');
  const role_id = session.company_id === null ? null : session.role_id;
  return {
    user_id: session.user_id,
    session_id: session.session_id,
    full_name: session.full_name,
    iin: session.iin,
    role_id,
    role: role_id === null ? null : roleOf(role_id),
    company_id: session.company_id,
    rights: role_id === 2 && !session.is_deputy ? new Set((session.rights ?? []) as EmployeeRight[]) : 'all',
    key: null,
    platform_rights: new Set((session.allow ?? []) as PlatformRight[]),
    proof_at: session.proof_at,
    locale: toLocale(session.locale),
  };
}
