import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { endSession, lockSession, roleIdIn, rotateSession } from './auth.queries.ts';
import { refreshHash } from '../../platform/tokens.ts';

/**
 * Rotates a refresh token. The token before the newest is good for ten seconds more (two tabs at once). Any other that
 * was ever given out for the session means that somebody else has it too, and the whole session ends.
 */
export async function refreshSession(
  { db, tokens }: Pick<Parts, 'db' | 'tokens'>,
  refresh_token: string,
  from: { ip: string; user_agent: string },
): Promise<{ access_token: string; refresh_token: string }> {
  const session_id = tokens.sessionOfRefresh(refresh_token);
  if (session_id === null) throw new Problem('unauthorized');
  const hash = refreshHash(refresh_token);
  let next = tokens.nextRefresh(refresh_token);
  const session = await db.transaction().execute(async (tx) => {
    const found = await lockSession(tx, session_id);
    if (!found) return null;
    if (found.refresh_hash.equals(hash)) {
      await rotateSession(tx, found.id, hash, refreshHash(next));
    } else if (found.just_rotated && found.previous_hash?.equals(hash)) {
      next = tokens.nextRefresh(refresh_token, found.refresh_hash);
    } else {
      await endSession(tx, found.id);
      const { user_id, company_id } = found;
      await addSecurityEvent(tx, {
        user_id,
        company_id,
        session_id: found.id,
        kind: 'refresh_reused',
        ...from,
      });
      return null;
    }
    return found;
  });
  if (!session) throw new Problem('unauthorized');
  const role_id = await roleIdIn(db, session.user_id, session.company_id);
  const access_token = tokens.access({
    user_id: session.user_id,
    session_id: session.id,
    company_id: session.company_id,
    role_id,
  });
  return { access_token, refresh_token: next };
}
