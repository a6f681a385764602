import {
  ROLE_EMPLOYEE,
  roleOf,
  type EmployeeRight,
  type PlatformRight,
} from '@kelisim/shared/kernel/rights.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keyOfRun, rightsOfScopes } from '../api-keys/public.ts';
import { findMembership } from './auth.queries.ts';

/** The person who started a run, with the rights of this moment: who has left the company does nothing more. */
export async function findActorOfRun(
  tx: Tx,
  run: {
    user_id: number;
    company_id: number;
    session_id: number | null;
    /** With which API key it was started. */
    api_key_id?: number | null;
    ip?: string | null;
  },
  right?: EmployeeRight,
): Promise<CompanyActor> {
  const member = await findMembership(tx, run.user_id, run.company_id);
  const role = member && roleOf(member.role_id);
  if (!member || !role) throw new Problem('forbidden');
  const key = run.api_key_id ? await keyOfRun(tx, run.api_key_id, run) : null;
  const is_whole = member.role_id !== ROLE_EMPLOYEE || member.is_deputy;
  const actor: CompanyActor = {
    user_id: run.user_id,
    session_id: run.session_id ?? 0,
    full_name: member.full_name,
    iin: member.iin,
    role_id: member.role_id,
    role,
    company_id: run.company_id,
    key,
    rights: key
      ? rightsOfScopes([...key.scopes])
      : is_whole
        ? 'all'
        : new Set(member.rights as EmployeeRight[]),
    platform_rights: new Set<PlatformRight>(),
    proof_at: null,
    locale: toLocale(member.locale),
    ip: run.ip ?? null,
  };
  if (right && !mayDo(actor, right)) throw new Problem('forbidden');
  return actor;
}
