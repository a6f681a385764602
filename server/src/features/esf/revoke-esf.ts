import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import type { QrRequest } from '../qr-signing/public.ts';
import { lockEsfOfSeller } from './esf.queries.ts';
import { moveEsf } from './move-esf.ts';
import { revokeRequest } from './esf-requests.ts';

/**
 * Takes a paper back. One that was not handed in yet, or was by hand, at once; for one that the system has, answers what
 * is to be signed. The same again is the same.
 */
export async function revokeEsf(
  parts: Parts,
  actor: CompanyActor,
  esf_id: number,
  reason: string,
): Promise<QrRequest | null> {
  const registered = await parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockEsfOfSeller(tx, actor.company_id, { esf_id }));
    if (['cancelled', 'revoked', 'revoking'].includes(row.status)) return null;
    if (row.channel === 'api' && row.status === 'registered' && !row.is_corrected) return row;
    const action = row.channel === 'hand' ? 'end_revoke' : 'cancel';
    if (!(await moveEsf(tx, row, action, actor, { reason }))) throw new Problem('esf.wrong_state');
    return null;
  });
  return registered && revokeRequest(parts, actor, registered, reason);
}
