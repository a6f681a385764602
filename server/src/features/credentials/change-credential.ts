import type { CredentialChange } from '@kelisim/shared/features/auth/credentials.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { maskPhone } from '@kelisim/shared/kernel/mask.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import {
  assertGoodPassword,
  endSessionsOf,
  getAccount,
  hashPassword,
  setPassword,
  tellOfChange,
  type Account,
} from '../auth/public.ts';
import { checkCode, sendCode, type CodeBinding } from '../codes/public.ts';
import { addSecurityEvent } from '../security-log/public.ts';
import {
  findChange,
  finishChange,
  markChecked,
  setEmail,
  setPhone,
  startChange,
  type ChangeKind,
  type ChangeRow,
} from './credentials.queries.ts';

const LIFE_S = 15 * 60;

/** Who changes, from where. */
export interface Changer {
  actor: Actor;
  ip: string;
  user_agent: string;
}

/**
 * Begins a change: a code to the side that is known already, and one to the new side where there is one. Whether the
 * new address belongs to somebody is not said before its own code was entered.
 */
export async function beginChange(
  parts: Parts,
  { actor }: Changer,
  kind: ChangeKind,
  target: string | null,
): Promise<CredentialChange> {
  const account = await getOwnAccount(parts, actor);
  if (target !== null && sameSide(account, kind, target)) throw new Problem('change.same', { field: kind });
  const old_side = oldSide(account, kind);
  return parts.db.transaction().execute(async (tx) => {
    const { user_id, session_id, locale } = actor;
    const change = await startChange(tx, { user_id, session_id, kind, target, old_side }, LIFE_S);
    for (const side of target === null ? (['old'] as const) : (['old', 'new'] as const)) {
      const binding = bindingOf(change, account, side);
      await sendCode(parts, tx, { ...binding, to: { ...binding.to, locale, user_id }, asker: { user_id } });
    }
    return toView(change, account);
  });
}

/** One of the two codes. */
export async function checkChange(
  parts: Parts,
  { actor }: Changer,
  kind: ChangeKind,
  side: 'old' | 'new',
  code: string,
): Promise<CredentialChange> {
  const account = await getOwnAccount(parts, actor);
  const change = await getChange(parts, actor, kind);
  await checkCode(parts, bindingOf(change, account, side), code);
  return toView(await markChecked(parts.db, change.id, side), account);
}

/** The change itself, once both codes were entered. */
export async function finishContact(
  parts: Parts,
  changer: Changer,
  kind: 'email' | 'phone',
  target: string,
): Promise<void> {
  const { actor } = changer;
  const account = await getOwnAccount(parts, actor);
  const change = await getChecked(parts, actor, kind);
  if (change.target !== target) throw new Problem('change.none', { field: kind });
  try {
    await parts.db.transaction().execute(async (tx) => {
      if (!(await finishChange(tx, change.id))) throw new Problem('change.none');
      await (kind === 'email' ? setEmail : setPhone)(tx, actor.user_id, target);
      await seal(parts, tx, changer, account, kind);
    });
  } catch (error) {
    if (/^users_(email_key|phone)/.test(violatedConstraint(error) ?? ''))
      throw new Problem('change.taken', { field: kind });
    throw error;
  }
}

export async function finishPassword(
  parts: Parts,
  changer: Changer,
  given: { password: string; confirm_password: string },
): Promise<void> {
  const { actor } = changer;
  const { password } = given;
  if (password !== given.confirm_password)
    throw new Problem('password.differs', { field: 'confirm_password' });
  const account = await getOwnAccount(parts, actor);
  await assertGoodPassword(password, [account.email, account.phone, account.full_name]);
  const change = await getChecked(parts, actor, 'password');
  const password_hash = await hashPassword(password);
  await parts.db.transaction().execute(async (tx) => {
    if (!(await finishChange(tx, change.id))) throw new Problem('change.none');
    await setPassword(tx, actor.user_id, password_hash);
    await seal(parts, tx, changer, account, 'password');
  });
}

/** What every change ends with: other sessions out, the old sides told, the log. */
async function seal(
  parts: Parts,
  tx: Parameters<typeof finishChange>[0],
  { actor, ip, user_agent }: Changer,
  account: Account,
  what: ChangeKind,
): Promise<void> {
  const { user_id, session_id, company_id, locale } = actor;
  await endSessionsOf(tx, user_id, session_id);
  await addSecurityEvent(tx, { user_id, session_id, company_id, kind: `${what}_changed`, ip, user_agent });
  const { email, phone } = account;
  await tellOfChange(parts, tx, { what, user_id, email, phone, locale, ip });
}

async function getOwnAccount(parts: Parts, actor: Actor): Promise<Account> {
  const account = await getAccount(parts.db, actor.user_id);
  if (!account) throw new Problem('unauthorized');
  return account;
}

async function getChange(parts: Parts, actor: Actor, kind: ChangeKind): Promise<ChangeRow> {
  const change = await findChange(parts.db, actor, kind);
  if (!change) throw new Problem('change.none');
  return change;
}

async function getChecked(parts: Parts, actor: Actor, kind: ChangeKind): Promise<ChangeRow> {
  const change = await getChange(parts, actor, kind);
  if (!change.old_checked_at || (change.target !== null && !change.new_checked_at))
    throw new Problem('change.unchecked');
  return change;
}

/** A new e-mail is vouched for by the phone and a new phone by the e-mail; a password by the e-mail. */
function oldSide({ email, phone }: Account, kind: ChangeKind): 'sms' | 'email' {
  if (kind === 'email' ? phone : !email) return 'sms';
  return 'email';
}

function sameSide({ email, phone }: Account, kind: ChangeKind, target: string): boolean {
  return kind === 'email' ? email?.toLowerCase() === target.toLowerCase() : phone === target;
}

function bindingOf(change: ChangeRow, account: Account, side: 'old' | 'new'): CodeBinding {
  if (side === 'new' && change.target === null) throw new Problem('change.none');
  const channel = side === 'old' ? change.old_side : change.kind === 'email' ? 'email' : 'sms';
  const recipient = side === 'old' ? account[channel === 'sms' ? 'phone' : 'email'] : change.target;
  if (!recipient) throw new Problem('change.none');
  return {
    purpose: `change.${change.kind}.${side}`,
    bound_to: String(change.id),
    to: { channel: channel as 'sms' | 'email', recipient },
  };
}

function toView(change: ChangeRow, account: Account): CredentialChange {
  const old_side = change.old_side;
  return {
    old_side,
    old_target: masked(account[old_side === 'sms' ? 'phone' : 'email'] ?? ''),
    old_checked: change.old_checked_at !== null,
    new_target: change.target,
    new_checked: change.new_checked_at !== null,
    expires_at: change.expires_at.toISOString(),
  };
}

/** `+7 701 ••• •• 67`, `as•••@alatau.example`: enough for its owner. */
function masked(target: string): string {
  const at = target.indexOf('@');
  if (at > 0) return `${target.slice(0, Math.min(2, at))}•••${target.slice(at)}`;
  return maskPhone(target);
}
