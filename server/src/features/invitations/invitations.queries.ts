import {
  INVITATION_STATUSES,
  type InvitationStatus,
} from '@kelisim/shared/features/invitations/invitation-status.ts';
import { sql, type UpdateObject } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

const LIVING: InvitationStatus[] = ['sent', 'opened'];

function view(db: Handle) {
  return (
    db
      .selectFrom('invitations as i')
      .innerJoin('invitation_contracts as t', (join) =>
        join.onRef('t.company_id', '=', 'i.company_id').onRef('t.id', '=', 'i.contract_id'),
      )
      // The SMS that was sent last.
      .leftJoin('messages as m', (join) =>
        join.on('m.event_key', '=', sql<string>`'invitation:' || i.id || ':' || i.sent_count`),
      )
      .selectAll('i')
      .select([
        'm.state as message_state',
        'm.gateway_says',
        'm.sent_at as message_sent_at',
        't.template_id',
        't.title as contract_title',
        't.start_date as contract_start_date',
        't.end_date as contract_end_date',
      ])
  );
}

type Raw = Awaited<ReturnType<ReturnType<typeof view>['executeTakeFirstOrThrow']>>;

export type InvitationRow = Omit<Raw, 'status'> & { status: InvitationStatus };

/** The living invitation of a phone, else the newest one. */
export async function findInvitation(
  db: Handle,
  company_id: number,
  phone: string,
): Promise<InvitationRow | undefined> {
  const row = await view(db)
    .where((eb) => eb.and({ 'i.company_id': company_id, 'i.phone': phone }))
    .orderBy(sql`i.status in ('sent', 'opened')`, 'desc')
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as InvitationRow | undefined;
}

/** Locked until the transaction ends; outside of one it is only read. */
export async function lockInvitation(
  tx: Handle,
  by: { id: number } | { link_hash: Buffer },
): Promise<InvitationRow | undefined> {
  const [column, value] = Object.entries(by)[0] as ['id', number];
  const row = await view(tx).where(`i.${column}`, '=', value).forUpdate('i').executeTakeFirst();
  return row as InvitationRow | undefined;
}

export async function listInvitations(
  db: Handle,
  company_id: number,
  filter: {
    id?: number | undefined;
    status?: InvitationStatus[] | undefined;
    search?: string | undefined;
    remindable?: boolean | undefined;
    updated_since?: string | undefined;
  },
  rested: Rested,
  page: Page,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const like = filter.search && `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const chosen = view(db)
    .where('i.company_id', '=', company_id)
    .$if(filter.id !== undefined, (query) => query.where('i.id', '=', filter.id ?? null))
    .$if(filter.status !== undefined, (query) => query.where('i.status', 'in', filter.status!))
    .$if(filter.updated_since !== undefined, (query) =>
      query.where('i.updated_at', '>=', new Date(filter.updated_since ?? 0)),
    )
    .$if(filter.remindable === true, (query) => query.where(remindable(rested)))
    .$if(Boolean(like), (query) =>
      query.where((eb) => eb.or([eb('i.name', 'ilike', like!), eb('i.phone', 'like', like!)])),
    );
  const rows = await rowsOfPage(chosen.orderBy('i.id', 'desc'), page);
  return { rows: rows as InvitationRow[], total: await totalOf(chosen) };
}

/** Invitations that may be reminded of now: last SMS before `before`, and still valid on the day of `today`. */
export interface Rested {
  before: Date;
  today: string;
}

function remindable({ before, today }: Rested) {
  return sql<boolean>`(i.status in ('sent', 'opened') and i.reminded_at <= ${before} and i.end_date >= ${today})`;
}

export async function countInvitations(
  db: Handle,
  company_id: number,
  rested: Rested,
): Promise<{ counts: Record<InvitationStatus, number>; remindable: number }> {
  const rows = await db
    .selectFrom('invitations as i')
    .select(['i.status', sql<number>`count(*)`.as('n')])
    .select(sql<number>`count(*) filter (where ${remindable(rested)})`.as('remindable'))
    .where('i.company_id', '=', company_id)
    .groupBy('i.status')
    .execute();
  const counts = Object.fromEntries(INVITATION_STATUSES.map((status) => [status, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return {
    counts: counts as Record<InvitationStatus, number>,
    remindable: rows.reduce((sum, row) => sum + row.remindable, 0),
  };
}

/** The invitation each phone is named by: the living one, else the newest. What the company never invited is not there. */
export async function findInvitations(
  db: Handle,
  company_id: number,
  phones: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const rows = await db
    .selectFrom('invitations as i')
    .distinctOn('i.phone')
    .select(['i.id', 'i.phone', 'i.name'])
    .where('i.company_id', '=', company_id)
    .where('i.phone', 'in', phones)
    .orderBy('i.phone')
    .orderBy(sql`i.status in ('sent', 'opened')`, 'desc')
    .orderBy('i.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.phone, row]));
}

/** When the SMS went out that is the `most`-th from the newest; each invitation sends one a day at most. */
export async function findSent(
  db: Handle,
  of: { phone: string } | { company_id: number },
  most: number,
): Promise<Date | null> {
  const [column, value] = Object.entries(of)[0] as ['phone', string];
  const row = await db
    .selectFrom('invitations')
    .select('reminded_at')
    .where(column, '=', value)
    .orderBy('reminded_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.reminded_at ?? null;
}

/** What stands against inviting these phones: people of the company itself, executors, living invitations. */
export async function listTakenPhones(db: Handle, company_id: number, phones: readonly string[]) {
  if (phones.length === 0) return { own: [], executors: [], invited: [] };
  const [own, executors, invited] = await Promise.all([
    db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.user_id', 'u.id')
      .select('u.phone')
      .where('u.phone', 'in', phones)
      .where('m.company_id', '=', company_id)
      .where('m.ended_at', 'is', null)
      .execute(),
    executorsByPhone(db, company_id).where('u.phone', 'in', phones).execute(),
    db
      .selectFrom('invitations')
      .select('phone')
      .where('company_id', '=', company_id)
      .where('phone', 'in', phones)
      .where('status', 'in', LIVING)
      .execute(),
  ]);
  return { own, executors, invited };
}

export async function addInvitation(
  tx: Tx,
  invitation: {
    company_id: number;
    name: string;
    phone: string;
    contract_id: number;
    contract_number: string | null;
    contract_date: string | null;
    end_date: string;
    link_hash: Buffer;
    link_sealed: Buffer;
    reminded_at: Date;
    created_by: number;
  },
): Promise<number> {
  return idOf(
    tx
      .insertInto('invitations')
      .values({ ...invitation, status: 'sent' })
      .returning('id'),
  );
}

export async function setInvitation(
  tx: Tx,
  id: number,
  change: UpdateObject<Tables, 'invitations'>,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Registrations that came by an invitation go on without it, and without its contract. Locks them before the invitation, as they do. */
export async function releaseRegistrations(tx: Tx, invitation_id: number): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ invitation_id: null, need_sign_contract: false })
    .where('invitation_id', '=', invitation_id)
    .where('company_id', 'is', null)
    .execute();
}

/** The executor's company that works under a phone, and how it stands to this one. */
export function findExecutorByPhone(db: Handle, company_id: number, phone: string) {
  return executorsByPhone(db, company_id).where('u.phone', '=', phone).executeTakeFirst();
}

function executorsByPhone(db: Handle, company_id: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .leftJoin('executors as e', (join) =>
      join.on('e.company_id', '=', company_id).onRef('e.executor_company_id', '=', 'c.id'),
    )
    .select(['c.id as executor_company_id', 'e.status', 'u.phone'])
    .where('u.status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .where((eb) => eb.and({ 'm.role_id': 3, 'c.status': 'active' }));
}

export function isOwnPhone(db: Handle, company_id: number, phone: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.user_id', 'u.id')
      .select('u.id')
      .where((eb) => eb.and({ 'u.phone': phone, 'm.company_id': company_id }))
      .where('m.ended_at', 'is', null),
  );
}

/** Lists the invitations to a user's phone that can still be answered. */
export function listForUser(db: Handle, user_id: number, today: string) {
  return view(db)
    .innerJoin('users as u', 'u.phone', 'i.phone')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(['c.name as company_name', 'c.bin as company_bin'])
    .where((eb) => eb.and({ 'u.id': user_id, 'u.is_phone_verified': true }))
    .where('i.status', 'in', LIVING)
    .where('i.end_date', '>=', today)
    .where('c.status', '=', 'active')
    .orderBy('i.id', 'desc')
    .execute();
}

export function findPhone(db: Handle, user_id: number) {
  return db
    .selectFrom('users')
    .select(['phone', 'is_phone_verified'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
}

/** The parties of a contract that an invited executor has signed. */
export function findParties(db: Handle, document_id: number) {
  return db
    .selectFrom('documents')
    .select(['company_id', 'contractor_company_id'])
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow();
}

export function findCompany(db: Handle, id: number) {
  return getCompany(db, id, ['name', 'document_language']);
}

/** Those whose last day is over. */
export function listOver(db: Handle, today: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'company_id'])
    .where('status', 'in', LIVING)
    .where('end_date', '<', today)
    .where(isDue('invitations.expire', sql.ref('invitations.id')))
    .limit(500)
    .execute();
}

export async function expireInvitation(
  tx: Tx,
  { company_id, id }: { company_id: number; id: number },
): Promise<void> {
  await releaseRegistrations(tx, id);
  await tx
    .updateTable('invitations')
    .set({ status: 'expired', link_sealed: null, updated_at: sql`now()` })
    .where((eb) => eb.and({ company_id, id }))
    .where('status', 'in', LIVING)
    .execute();
}

export function lockRegisterLink(tx: Tx, link_hash: Buffer) {
  return tx
    .selectFrom('register_links as l')
    .leftJoin('companies as c', 'c.id', 'l.company_id')
    .leftJoin('consultations as q', 'q.id', 'l.consultation_id')
    .selectAll('l')
    .select(['c.name as company_name', 'q.company_name as asked_name'])
    .where('l.link_hash', '=', link_hash)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .forUpdate('l')
    .executeTakeFirst();
}

export async function setLinkOpened(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('register_links')
    .set({ opened_at: sql`coalesce(opened_at, now())` })
    .where('id', '=', id)
    .execute();
}

export async function addLink(
  tx: Tx,
  link: {
    company_id: number | null;
    consultation_id: number | null;
    destination: string;
    receive_method: 'sms' | 'email';
    created_by: number;
    link_hash: Buffer;
  },
  days: number,
): Promise<Date> {
  const row = await tx
    .insertInto('register_links')
    .values({ ...link, expires_at: sql`now() + make_interval(days => ${days})` })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** The company a register link was made for; null where it is for any. */
export async function findLinkedCompany(
  tx: Tx,
  register_link_id: number,
): Promise<{ id: number; bin: string } | null> {
  const row = await tx
    .selectFrom('register_links as l')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select(['c.id', 'c.bin'])
    .where('l.id', '=', register_link_id)
    .executeTakeFirst();
  return row ?? null;
}

/** False when another registration has used it meanwhile. */
export function useLink(tx: Tx, id: number): Promise<boolean> {
  return hasRow(
    tx
      .updateTable('register_links')
      .set({ used_at: sql`now()` })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id'),
  );
}
