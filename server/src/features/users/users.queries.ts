import { sql, type Selectable } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

const PERSON = [
  'u.id',
  'u.full_name',
  'u.email',
  'u.phone',
  'u.status',
  'u.is_email_verified',
  'u.is_phone_verified',
  'u.created_at',
  'u.updated_at',
  'u.last_login',
] as const;

export function getUser(db: Handle, user_id: number) {
  return db.selectFrom('users as u').select(PERSON).where('u.id', '=', user_id).executeTakeFirstOrThrow();
}

/** Somebody of the same company. */
export function findColleague(db: Handle, company_id: number, user_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.email', 'u.phone', 'm.role_id'])
    .where((eb) => eb.and({ 'm.company_id': company_id, 'm.user_id': user_id }))
    .where('m.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Whose phone a company gives as that of its head. */
export function findHead(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.phone'])
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .where('m.role_id', 'in', [1, 3])
    .orderBy('m.user_id')
    .executeTakeFirst();
}

/** A user as administrators see them, deleted ones included. */
function asSeen(db: Handle) {
  return db
    .selectFrom('users as u')
    .leftJoin('user_permissions as p', 'p.user_id', 'u.id')
    .select(PERSON)
    .select(['p.allow', 'p.role_id'])
    .select(
      sql<{ id: number; name: string; role_id: number }[]>`coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'role_id', m.role_id) order by c.id)
        from memberships m join companies c on c.id = m.company_id
        where m.user_id = u.id and m.ended_at is null), '[]')`.as('companies'),
    );
}

export function getSeenUser(db: Handle, user_id: number) {
  return asSeen(db).where('u.id', '=', user_id).executeTakeFirstOrThrow();
}
export type SeenUser = Awaited<ReturnType<typeof getSeenUser>>;

export async function listUsers(
  db: Handle,
  asked: Page & {
    company_id?: number | undefined;
    status?: Selectable<Tables['users']>['status'] | undefined;
    search?: string | undefined;
    administrators?: boolean | undefined;
  },
) {
  const words = asked.search?.trim();
  const like = `%${(words ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const digits = (words ?? '').replace(/\D/g, '');
  const found = asSeen(db)
    .$if(asked.status !== undefined, (qb) => qb.where('u.status', '=', asked.status!))
    .$if(asked.administrators === true, (qb) => qb.where('p.allow', '<>', sql<string[]>`'{}'`))
    .$if(asked.company_id !== undefined, (qb) =>
      qb.where((eb) =>
        eb.exists(
          eb
            .selectFrom('memberships as m')
            .select('m.user_id')
            .whereRef('m.user_id', '=', 'u.id')
            .where('m.company_id', '=', asked.company_id!)
            .where('m.ended_at', 'is', null),
        ),
      ),
    )
    .$if(Boolean(words), (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('u.full_name', 'ilike', like),
          eb('u.email', 'ilike', like),
          ...(digits.length >= 4 ? [eb('u.phone', 'like', `%${digits.slice(-10)}%`)] : []),
        ]),
      ),
    );
  return pageOfFound(db, found, found.orderBy('u.id', 'desc'), asked);
}

/** One change of who administers at a time, so that two never end each other at once. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
}

/** Living administrators of people, beside one. */
export async function countOtherAdministrators(tx: Tx, user_id: number): Promise<number> {
  const { others } = await tx
    .selectFrom('user_permissions as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('u.status', '=', 'active')
    .where('u.id', '<>', user_id)
    .where(sql<boolean>`'users' = any(p.allow)`)
    .executeTakeFirstOrThrow();
  return Number(others);
}

export function lockUser(tx: Tx, user_id: number) {
  return tx
    .selectFrom('users as u')
    .leftJoin('user_permissions as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.status', 'u.phone', 'u.is_phone_verified', 'p.allow'])
    .where('u.id', '=', user_id)
    .forUpdate('u')
    .executeTakeFirst();
}

export async function setStatus(
  tx: Tx,
  user_id: number,
  status: 'active' | 'blocked' | 'registering',
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .execute();
}

/** The platform role on the wire. */
const ROLE_ADMIN = 4;

/** Sets what a user administers; it never removes them from the administrators. */
export async function setPermissions(tx: Tx, user_id: number, allow: string[]): Promise<void> {
  if (allow.length === 0) {
    await tx.deleteFrom('user_permissions').where('user_id', '=', user_id).execute();
    return;
  }
  await tx
    .insertInto('user_permissions')
    .values({ user_id, role_id: ROLE_ADMIN, allow })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ allow }))
    .execute();
}

export async function endSessions(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute();
}

/** What signs in is gone; name and ИИН stay where papers name them. */
export async function closeAccount(tx: Tx, user_id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      status: 'deleted',
      email: null,
      phone: null,
      password_hash: null,
      is_email_verified: false,
      is_phone_verified: false,
      updated_at: sql`now()`,
    })
    .where('id', '=', user_id)
    .execute();
  await tx.deleteFrom('user_permissions').where('user_id', '=', user_id).execute();
  await tx.updateTable('companies').set({ director_id: null }).where('director_id', '=', user_id).execute();
}

export async function setPhone(tx: Tx, user_id: number, phone: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone, is_phone_verified: true, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .execute();
}
