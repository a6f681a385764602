import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { PLATFORM_RIGHTS, type PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { leaveCompanies } from '../employees/public.ts';
import { endRegistrationsOf, isRegistering, lockRegistrationsOf } from '../registration/public.ts';
import { noteDeskDeed, type SecurityEvent } from '../security-log/public.ts';
import {
  closeAccount,
  countOtherAdministrators,
  endSessions,
  getSeenUser,
  lockAdministrators,
  lockUser,
  setPermissions,
  setStatus,
} from './users.queries.ts';
import { toUserRow } from './users.view.ts';

/** The user's next call is refused, whatever token it has. */
export function blockUser(db: Database, actor: Actor, user_id: number) {
  return administer(db, user_id, async (tx, { status }) => {
    await assertNotLast(tx, actor, user_id);
    if (status === 'blocked') return;
    await setStatus(tx, user_id, 'blocked');
    await endSessions(tx, user_id);
    await note(tx, actor, user_id, 'blocked');
  });
}

/** Restores the earlier state: an unfinished registration continues, and opens nothing else. */
export function unblockUser(db: Database, actor: Actor, user_id: number) {
  return administer(db, user_id, async (tx, { status }) => {
    if (status !== 'blocked') return;
    await setStatus(tx, user_id, (await isRegistering(tx, user_id)) ? 'registering' : 'active');
    await note(tx, actor, user_id, 'unblocked');
  });
}

export async function deleteUser(db: Database, actor: Actor, user_id: number): Promise<void> {
  await administer(db, user_id, async (tx) => {
    await assertNotLast(tx, actor, user_id);
    await leaveCompanies(tx, user_id);
    await endSessions(tx, user_id);
    await endRegistrationsOf(tx, { user_id });
    await closeAccount(tx, user_id);
    await note(tx, actor, user_id, 'deleted');
  });
}

/**
 * What somebody administers; nothing ends it. Administrators give others what they have themselves, and themselves
 * nothing. Whoever is left must be able to let others in, so the last one keeps the right to people.
 */
export function setPlatformRights(db: Database, actor: Actor, user_id: number, rights: PlatformRight[]) {
  return administer(db, user_id, async (tx, { status, allow }) => {
    if (status !== 'active' && rights.length > 0) throw new Problem('not_found');
    const given = rights.filter((right) => !allow?.includes(right));
    if (given.length > 0 && user_id === actor.user_id) throw new Problem('user.own_rights');
    if (given.some((right) => !actor.platform_rights.has(right))) throw new Problem('user.right_not_held');
    if (!rights.includes('users') && allow?.includes('users') && status === 'active') {
      if ((await countOtherAdministrators(tx, user_id)) === 0) throw new Problem('user.last_administrator');
    }
    if (rights.join() === PLATFORM_RIGHTS.filter((right) => allow?.includes(right)).join()) return;
    await setPermissions(tx, user_id, rights);
    await note(tx, actor, user_id, rights.length > 0 ? 'permission_given' : 'permission_taken', {
      rights: rights.join(' '),
    });
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

function administer(db: Database, user_id: number, deed: (tx: Tx, user: Locked) => Promise<void>) {
  return db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    await lockRegistrationsOf(tx, { user_id });
    const user = await lockUser(tx, user_id);
    if (!user || user.status === 'deleted') throw new Problem('not_found');
    await deed(tx, user);
    return toUserRow(await getSeenUser(tx, user_id));
  });
}

/** Somebody must be left who can let others in again. */
async function assertNotLast(tx: Tx, actor: Actor, user_id: number): Promise<void> {
  if (user_id === actor.user_id) throw new Problem('user.self');
  if ((await countOtherAdministrators(tx, user_id)) === 0) throw new Problem('user.last_administrator');
}

function note(
  tx: Tx,
  actor: Actor,
  user_id: number,
  kind: SecurityEvent['kind'],
  detail: NonNullable<SecurityEvent['detail']> = {},
) {
  return noteDeskDeed(tx, actor, { user_id, kind, detail });
}
