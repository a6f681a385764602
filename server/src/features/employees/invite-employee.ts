import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { plainName } from '../../platform/plain-name.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { limitRequests, queueMessage } from '../messages/public.ts';
import { assertMayMakeApprover } from './new-approver.ts';
import { toInvitation } from './employees.view.ts';
import {
  addInvitation,
  cancelInvitation,
  getInvitation,
  isMember,
  lockCompany,
} from './invitations.queries.ts';

const LIFE_MS = 7 * 24 * 3600 * 1000;

/**
 * Sends the link. Whether somebody signs in with the address already is not said to who invites. The same address
 * again gets a new link, and the earlier one ends.
 */
export function inviteEmployee(
  parts: Parts,
  actor: CompanyActor,
  { email, rights, ip }: { email: string; rights: EmployeeRight[]; ip: string },
) {
  const token = randomBytes(32).toString('hex');
  const expires_at = new Date(parts.clock.now().getTime() + LIFE_MS);
  return parts.db.transaction().execute(async (tx) => {
    const { name } = await lockCompany(tx, actor.company_id);
    if (rights.includes('pay')) await assertMayMakeApprover(tx, actor);
    if (await isMember(tx, actor.company_id, email))
      throw new Problem('employee.already_here', { field: 'email' });
    await limitRequests(parts, tx, { channel: 'email', recipient: email, asker: { user_id: actor.user_id } });
    await cancelInvitation(tx, actor.company_id, { email });
    const id = await addInvitation(tx, {
      company_id: actor.company_id,
      email,
      rights,
      token_hash: hashOf(token),
      invited_by: actor.user_id,
      expires_at,
    });
    await queueMessage(parts, tx, {
      kind: 'employee_invited',
      to: { channel: 'email', recipient: email, locale: actor.locale, company_id: actor.company_id },
      values: { company: plainName(name), link: `${parts.config.public_url}/join/${token}` },
      secret: ['link'],
      expires_at,
    });
    await noteCompanyDeed(parts, tx, {
      company_id: actor.company_id,
      user_id: actor.user_id,
      ip,
      action: 'employee_invited',
      before: {},
      after: { email, rights: rights.join(' ') },
    });
    return toInvitation(await getInvitation(tx, actor.company_id, id));
  });
}

/** The link leads nowhere from now on. */
export function takeBack(parts: Parts, actor: CompanyActor, id: number): Promise<void> {
  const { company_id, user_id, ip = null } = actor;
  return parts.db.transaction().execute(async (tx) => {
    const email = await cancelInvitation(tx, company_id, { id });
    if (email === null) throw new Problem('not_found');
    const deed = { company_id, user_id, ip, action: 'invitation_cancelled' as const };
    await noteCompanyDeed(parts, tx, { ...deed, before: { email }, after: {} });
  });
}

/** What is kept of the token of a link. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
