import type { EmployeeRight, PlatformRight, Role } from '@kelisim/shared/kernel/rights.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** Who is calling, in which company, and what he may do there. Found anew at every call: rights change at once. */
export interface Actor {
  user_id: number;
  session_id: number;
  full_name: string;
  iin: string | null;
  role_id: number | null;
  role: Role | null;
  company_id: number | null;
  /** `all` for a director and an executor. */
  rights: ReadonlySet<EmployeeRight> | 'all';
  platform_rights: ReadonlySet<PlatformRight>;
  proof_at: Date | null;
  locale: Locale;
  /** From where he calls, or from where he started the work that is done in his name; history keeps it. */
  ip?: string | null;
}

/** The actor of a call that is made inside a company: all of `user`, `business` and `executor` access. */
export interface CompanyActor extends Actor {
  role: Role;
  company_id: number;
}

export function mayDo(actor: Actor, right: EmployeeRight): boolean {
  return actor.rights === 'all' || actor.rights.has(right);
}
