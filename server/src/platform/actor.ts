import type { EmployeeRight, PlatformRight, Role } from '@kelisim/shared/kernel/rights.ts';
import type { Scope } from '@kelisim/shared/kernel/scopes.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** How much of its minute a key has used up. */
export interface KeyLimit {
  most: number;
  left: number;
  reset_s: number;
}

/** The API key that a program calls with, for the person who made it. */
export interface ActorKey {
  id: number;
  name: string;
  scopes: ReadonlySet<Scope>;
  limit: KeyLimit;
}

/** Who is calling, in which company, with which rights. Read at every call, because rights change at once. */
export interface Actor {
  user_id: number;
  session_id: number;
  full_name: string;
  iin: string | null;
  role_id: number | null;
  role: Role | null;
  company_id: number | null;
  /** Null for a person. */
  key: ActorKey | null;
  /** `all` for a director and an executor, and never for a key. */
  rights: ReadonlySet<EmployeeRight> | 'all';
  platform_rights: ReadonlySet<PlatformRight>;
  proof_at: Date | null;
  locale: Locale;
  /** The address of the call, or of the call that started the run; history keeps it. */
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
