import type { NoticeChannel } from '@kelisim/shared/features/notices/notice-channels.ts';
import { roleOf } from '@kelisim/shared/kernel/rights.ts';
import { sql, type RawBuilder } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import type { Waits } from './waits-of.ts';

export interface NewNotice {
  user_id: number;
  company_id: number | null;
  kind: string;
  words: string;
  path: string;
  count: number;
  event_key: string;
  group_key: string | null;
  /** Where it leads from the second one of its group on. */
  list_path: string | null;
  waits: string | null;
}

/** More papers than that are not followed: the notice is read by who reads it. */
const MOST_FOLLOWED = 1000;

/**
 * The same event again adds nothing; one more of an unread group makes it count more and comes to its top, unless it is of
 * the one paper that the group is about.
 */
export async function addNotice(db: Handle, { list_path, ...notice }: NewNotice): Promise<void> {
  if (notice.group_key !== null) {
    const known = await db
      .selectFrom('notices')
      .select('id')
      .where('event_key', '=', notice.event_key)
      .executeTakeFirst();
    if (known) return;
    const is_same = sql<boolean>`path = ${notice.path} and path <> ${list_path ?? notice.path}`;
    const both = (key: keyof Waits) =>
      sql`(select coalesce(jsonb_agg(distinct one), '[]') from
        jsonb_array_elements((waits -> ${key}) || (${notice.waits}::jsonb -> ${key})) one)`;
    const { rows } = await sql`
      update notices set count = case when ${is_same} then count else count + ${notice.count} end,
        path = case when ${is_same} then path else ${list_path ?? notice.path} end,
        words = case when words ->> 'party' = ${notice.words}::jsonb ->> 'party' then ${notice.words}::jsonb
          else ${notice.words}::jsonb || '{"party": ""}'::jsonb end,
        waits = case when waits is not null and ${notice.waits}::jsonb is not null and count < ${MOST_FOLLOWED}
          then jsonb_build_object('states', ${both('states')}, 'acts', ${both('acts')}, 'documents', ${both('documents')}) end,
        event_key = ${notice.event_key}, created_at = clock_timestamp()
      where user_id = ${notice.user_id} and group_key = ${notice.group_key} and read_at is null
      returning id`.execute(db);
    if (rows.length > 0) return;
  }
  await db
    .insertInto('notices')
    .values(notice)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function listNotices(
  db: Handle,
  user_id: number,
  { unread, ...page }: Page & { unread: boolean },
) {
  const own = db
    .selectFrom('notices as n')
    .where('n.user_id', '=', user_id)
    .$if(unread, (qb) => qb.where('n.read_at', 'is', null));
  const rows = await rowsOfPage(
    own
      .leftJoin('companies as c', 'c.id', 'n.company_id')
      .select(['n.id', 'n.kind', 'n.words', 'n.path', 'n.count', 'n.created_at', 'n.read_at'])
      .select(['n.company_id', 'c.name as company_name'])
      .orderBy('n.created_at', 'desc')
      .orderBy('n.id', 'desc'),
    page,
  );
  return { rows, total: await totalOf(own) };
}

export async function countUnread(db: Handle, user_id: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notices')
    .select(sql<number>`count(*)`.as('unread'))
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** False when this person has no such notice. */
export async function markRead(db: Handle, user_id: number, notice_id: number): Promise<boolean> {
  const { rows } = await sql`
    update notices set read_at = coalesce(read_at, clock_timestamp())
    where user_id = ${user_id} and id = ${notice_id} returning id`.execute(db);
  return rows.length > 0;
}

/** What has been done of what somebody in these companies was told of, by whomever, needs not be read any more. */
export async function readDone(tx: Tx, company_ids: readonly number[]): Promise<void> {
  const of = sql`any(${[...company_ids]}::bigint[])`;
  const still = (papers: keyof Waits, alive: RawBuilder<unknown>) => sql`exists (
    select from jsonb_array_elements_text(n.waits -> ${papers}) one join ${sql.table(papers)} p on p.id = one::bigint
    where ${alive} and n.waits -> 'states' ? p.status)`;
  await sql`
    update notices set read_at = clock_timestamp() where id in (
      select n.id from notices n
      where n.read_at is null and n.waits is not null and n.company_id = ${of}
        and n.user_id in (select m.user_id from memberships m where m.company_id = ${of})
        and not ${still('acts', sql`p.deleted_at is null`)} and not ${still('documents', sql`true`)}
      for update skip locked)`.execute(tx);
}

/** Everything that came no later than a notice of this person's own. */
export async function markAllRead(db: Handle, user_id: number, up_to: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with last as (select created_at from notices where user_id = ${user_id} and id = ${up_to}),
    done as (update notices set read_at = clock_timestamp()
      where user_id = ${user_id} and read_at is null and created_at <= (select created_at from last) returning id)
    select exists (select 1 from last) as found, (select count(*) from done) as done`.execute(db);
  return rows[0]!.found;
}

export function listChoices(db: Handle, user_id: number) {
  return db
    .selectFrom('notice_choices')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', user_id)
    .execute();
}

export async function setChoice(
  tx: Handle,
  choice: { user_id: number; kind: string; channel: NoticeChannel; is_on: boolean },
): Promise<void> {
  await tx
    .insertInto('notice_choices')
    .values(choice)
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'kind', 'channel'])
        .doUpdateSet({ is_on: choice.is_on, changed_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** A user with their addresses. */
export async function getReached(db: Handle, user_id: number) {
  const { email, phone, is_email_verified, is_phone_verified, ...person } = await reachable(db)
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow();
  return {
    ...person,
    email: is_email_verified ? email : null,
    phone: is_phone_verified ? phone : null,
    role: null,
  };
}

/**
 * Of a living company: who leads it, who it is, and of its employees those with one of these rights; working accounts
 * alone.
 */
export async function listReached(db: Handle, company_id: number, rights: readonly string[]) {
  const rows = await reachable(db)
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.company_id', '=', company_id)
    .where('c.status', '<>', 'deleted')
    .where('m.ended_at', 'is', null)
    .where('u.status', '=', 'active')
    .where((eb) => eb.or([eb('m.role_id', 'in', [1, 3]), sql<boolean>`m.rights && ${[...rights]}::text[]`]))
    .select('m.role_id')
    .orderBy('u.id')
    .execute();
  return rows.map(({ is_email_verified, is_phone_verified, email, phone, role_id, ...person }) => ({
    ...person,
    role: roleOf(role_id),
    email: is_email_verified ? email : null,
    phone: is_phone_verified ? phone : null,
  }));
}

function reachable(db: Handle) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.phone', 'u.is_email_verified', 'u.is_phone_verified', 'u.locale']);
}

export async function getCompanyName(tx: Tx, company_id: number): Promise<string> {
  const { name } = await getCompany(tx, company_id, ['name']);
  return name;
}
