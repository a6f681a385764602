import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor, CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import {
  addNameRequest,
  endNameRequest,
  findNameRequest,
  getNames,
  lockNameRequest,
  setNames,
  type Names,
} from './name-requests.queries.ts';

type Deed = Pick<Parts, 'config' | 'clock'>;

const plain = (name: string | null | undefined) => name?.replace(/\s+/g, ' ').trim() || null;

/**
 * Asks the desk for another legal name; the one in force stays on every paper, order and message meanwhile. Asking for
 * the name in force takes an earlier request back. The company is locked by the caller.
 */
export async function askForName(
  parts: Deed,
  tx: Tx,
  { company_id, user_id, ip = null }: CompanyActor,
  given: { name?: string | undefined; name_kz?: string | null | undefined },
): Promise<void> {
  if (given.name === undefined && given.name_kz === undefined) return;
  const now = await getNames(tx, company_id);
  const waiting = await findNameRequest(tx, company_id);
  const base: Names = waiting ? { name: waiting.name, name_kz: waiting.name_kz } : now;
  const asked: Names = {
    name: given.name === undefined ? base.name : plain(given.name)!,
    name_kz: given.name_kz === undefined ? base.name_kz : plain(given.name_kz),
  };
  const isSame = (one: Names) => one.name === asked.name && one.name_kz === asked.name_kz;
  if (isSame(base)) return;
  if (waiting) await endNameRequest(tx, waiting.id, { state: 'cancelled', decided_by: user_id });
  const isTakenBack = isSame(now);
  if (!isTakenBack) await addNameRequest(tx, { ...asked, company_id, asked_by: user_id });
  await noteCompanyDeed(parts, tx, {
    company_id,
    user_id,
    ip,
    action: isTakenBack ? 'name_cancelled' : 'name_asked',
    before: { ...base },
    after: { ...asked },
  });
}

/** An administrator has compared the name with the register or a paper; again is the same. */
export function decideName(
  parts: Deed & Pick<Parts, 'db'>,
  actor: Actor,
  id: number,
  { outcome, reason }: { outcome: 'approved' | 'refused'; reason?: string | undefined },
): Promise<void> {
  const why = reason?.trim() ?? '';
  if (outcome === 'refused' && why === '') throw new Problem('field.required', { field: 'reason' });
  return parts.db.transaction().execute(async (tx) => {
    const request = orNotFound(await lockNameRequest(tx, id, actor.user_id));
    // Nobody verifies what they are called themselves.
    if (request.is_own) throw new Problem('user.self');
    if (request.state === outcome && request.decided_by === actor.user_id) return;
    if (request.state !== 'waiting') throw new Problem('verification.wrong_state');
    const { company_id, name, name_kz } = request;
    const before = { ...(await getNames(tx, company_id)) };
    const by = { company_id, user_id: actor.user_id, ip: null };
    const isApproved = outcome === 'approved';
    await endNameRequest(tx, id, {
      state: outcome,
      decided_by: actor.user_id,
      ...(!isApproved && { reason: why }),
    });
    if (isApproved) await setNames(tx, company_id, { name, name_kz });
    await noteCompanyDeed(
      parts,
      tx,
      isApproved
        ? { ...by, action: 'name_changed', before, after: { name, name_kz } }
        : { ...by, action: 'name_refused', before: { name, name_kz }, after: { reason: why } },
    );
    await noteDeskDeed(tx, actor, {
      kind: isApproved ? 'name_approved' : 'name_refused',
      company_id,
      detail: isApproved ? {} : { reason: why },
    });
  });
}
