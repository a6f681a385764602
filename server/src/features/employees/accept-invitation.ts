import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint, type Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { assertGoodPassword, hashPassword } from '../auth/public.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import { addEmployee } from './employees.queries.ts';
import { addPerson, emailKeyOf, findByToken, setAccepted } from './invitations.queries.ts';
import { delayApprover } from './new-approver.ts';
import { hashOf } from './invite-employee.ts';

export async function openInvitation(parts: Parts, token: string, ip: string) {
  const found = await getByToken(parts, token, ip);
  if (found.status === 'accepted') throw new Problem('employee_invitation.used');
  return {
    company_name: found.company_name,
    email: found.email,
    rights: found.rights as EmployeeRight[],
    expires_at: found.expires_at.toISOString(),
    has_account: found.user_id !== null,
  };
}

/** A new user: the link has proved that the address is theirs. */
export async function joinByInvitation(
  parts: Parts,
  asked: { token: string; full_name: string; password: string; locale: Locale; ip: string },
) {
  const seen = await openInvitation(parts, asked.token, asked.ip);
  if (seen.has_account) throw new Problem('employee_invitation.has_account');
  const full_name = asked.full_name.replace(/\s+/g, ' ').trim();
  await assertGoodPassword(asked.password, [full_name, seen.email, seen.company_name]);
  const password_hash = await hashPassword(asked.password);
  try {
    return await parts.db.transaction().execute(async (tx) => {
      const found = await lockByToken(tx, asked.token);
      if (found.status === 'accepted') throw new Problem('employee_invitation.used');
      const { email, company_name } = found;
      const user_id = await addPerson(tx, { email, full_name, password_hash, locale: asked.locale });
      await takeIn(parts, tx, found, { user_id, ip: asked.ip });
      return { email, company_name };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key_key') throw error;
    throw new Problem('employee_invitation.has_account');
  }
}

/** Somebody who signs in already. The second press, and the second device, are answered like the first. */
export async function acceptInvitation(parts: Parts, actor: Actor, token: string) {
  return parts.db.transaction().execute(async (tx) => {
    const found = await lockByToken(tx, token);
    const answer = { company_id: found.company_id, company_name: found.company_name };
    if (found.status === 'accepted') {
      if (found.accepted_by === actor.user_id) return answer;
      throw new Problem('employee_invitation.used');
    }
    if ((await emailKeyOf(tx, actor.user_id)) !== found.email_key)
      throw new Problem('employee_invitation.other_address');
    await takeIn(parts, tx, found, actor);
    return answer;
  });
}

type Found = Awaited<ReturnType<typeof getByToken>>;

async function takeIn(
  parts: Parts,
  tx: Tx,
  invitation: Found,
  { user_id, ip = null }: { user_id: number; ip?: string | null },
): Promise<void> {
  const rights = invitation.rights.join(' ');
  await addEmployee(tx, invitation.company_id, user_id, invitation.rights);
  if (invitation.rights.includes('pay')) await delayApprover(tx, invitation.company_id, user_id);
  await setAccepted(tx, invitation.id, user_id);
  await addSecurityEvent(tx, {
    user_id,
    kind: 'invited',
    by_user_id: invitation.invited_by,
    company_id: invitation.company_id,
    detail: { rights },
  });
  await noteCompanyDeed(parts, tx, {
    company_id: invitation.company_id,
    user_id,
    ip,
    action: 'employee_joined',
    before: {},
    after: { email: invitation.email, rights },
  });
}

/** Cancelled, past and unknown links are one answer. */
async function getByToken(parts: Parts, token: string, ip: string) {
  await parts.guard.tries('employee-invitation', ip);
  const found = await findByToken(parts.db, hashOf(token)).executeTakeFirst();
  if (found) return found;
  await parts.guard.failed('employee-invitation', ip);
  throw new Problem('not_found');
}

async function lockByToken(tx: Tx, token: string) {
  const found = orNotFound(await findByToken(tx, hashOf(token)).forUpdate('i').executeTakeFirst());
  return found;
}
