import { sql, type Selectable } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const PAPERS = [
  'c.id',
  'c.role',
  'c.type',
  'c.name',
  'c.name_kz',
  'c.display_name',
  'c.bin',
  'c.address',
  'c.ceo_name',
  'c.director_position',
  'c.status',
] as const;

export function getOwnCompany(db: Handle, company_id: number) {
  return db
    .selectFrom('companies as c')
    .leftJoin('bank_requisites as r', (join) =>
      join.onRef('r.company_id', '=', 'c.id').on('r.is_main', '=', true).on('r.deleted_at', 'is', null),
    )
    .leftJoin('users as d', 'd.id', 'c.director_id')
    .select(PAPERS)
    .select([
      'c.kbe',
      'c.director_id',
      'd.full_name as director_name',
      'c.phone',
      'c.email',
      'c.contact_fio',
      'c.oked',
      'c.occupation',
      'c.document_language',
      'c.banking_integration_type',
      'c.registered_at',
      'c.updated_at',
      'r.bank_id as main_bank_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('executors as e')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('e.company_id', '=', 'c.id')
        .where('e.status', '=', 'active')
        .as('executors'),
    )
    .select((eb) =>
      eb
        .selectFrom('executor_history as h')
        .select(sql<Date | null>`max(h.created_at)`.as('at'))
        .whereRef('h.company_id', '=', 'c.id')
        .where(sql<boolean>`h.from_status is distinct from h.to_status`)
        .as('executor_count_updated_at'),
    )
    .where('c.id', '=', company_id)
    .executeTakeFirstOrThrow();
}
export type OwnCompany = Awaited<ReturnType<typeof getOwnCompany>>;

const PAPER_FIELDS = [
  'display_name',
  'address',
  'ceo_name',
  'director_position',
  'contact_fio',
  'phone',
  'email',
  'oked',
  'occupation',
  'kbe',
  'document_language',
] as const;

/** What a company says of itself in its papers. */
export function getPaperFields(db: Handle, company_id: number) {
  return getCompany(db, company_id, PAPER_FIELDS);
}
export type PaperFields = Awaited<ReturnType<typeof getPaperFields>>;

export async function setPaperFields(tx: Tx, company_id: number, fields: PaperFields): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ ...fields, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

/** One's own, or one that has worked for it or that it has worked for. */
export function findPartner(db: Handle, own_id: number, company_id: number) {
  return db
    .selectFrom('companies as c')
    .select(PAPERS)
    .where('c.id', '=', company_id)
    .where((eb) =>
      eb.or([
        eb('c.id', '=', own_id),
        eb.exists(
          eb
            .selectFrom('executors as e')
            .select('e.company_id')
            .where((on) =>
              on.or([
                on.and([on('e.company_id', '=', own_id), on('e.executor_company_id', '=', on.ref('c.id'))]),
                on.and([on('e.executor_company_id', '=', own_id), on('e.company_id', '=', on.ref('c.id'))]),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst();
}

function asSeen(db: Handle) {
  return db
    .selectFrom('companies as c')
    .leftJoin('users as d', 'd.id', 'c.director_id')
    .select([
      'c.id',
      'c.role',
      'c.type',
      'c.name',
      'c.bin',
      'c.status',
      'c.phone',
      'c.email',
      'c.registered_at',
      'c.director_id',
      'd.full_name as director_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('memberships as m')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('m.company_id', '=', 'c.id')
        .where('m.ended_at', 'is', null)
        .as('people'),
    )
    .select((eb) =>
      eb
        .selectFrom('registrations as r')
        .select('r.stage')
        .whereRef('r.company_id', '=', 'c.id')
        .orderBy('r.id', 'desc')
        .limit(1)
        .as('stage'),
    )
    .leftJoin('company_partners as p', 'p.company_id', 'c.id')
    .select(['p.name as partner_name', 'p.commission_bp as partner_commission_bp'])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('register_links as l')
          .select(['l.destination', 'l.receive_method', 'l.created_at', 'l.expires_at', 'l.used_at'])
          .whereRef('l.company_id', '=', 'c.id')
          .orderBy('l.id', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select([
      'l.destination',
      'l.receive_method',
      'l.created_at as link_made_at',
      'l.expires_at as link_expires_at',
      'l.used_at as link_used_at',
    ]);
}

export async function setPartner(
  tx: Tx,
  partner: { company_id: number; name: string; commission_bp: number; set_by: number },
): Promise<void> {
  await tx
    .insertInto('company_partners')
    .values(partner)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...partner, set_at: sql`now()` }))
    .execute();
}

export async function deletePartner(tx: Tx, company_id: number): Promise<void> {
  await tx.deleteFrom('company_partners').where('company_id', '=', company_id).execute();
}

export function getSeenCompany(db: Handle, company_id: number) {
  return asSeen(db).where('c.id', '=', company_id).executeTakeFirstOrThrow();
}
export type SeenCompany = Awaited<ReturnType<typeof getSeenCompany>>;

export function listByBin(db: Handle, bin: string) {
  return asSeen(db).where('c.bin', '=', bin).orderBy('c.role').execute();
}

type Company = Selectable<Tables['companies']>;

interface Asked extends Page {
  role?: Company['role'] | undefined;
  status?: Company['status'] | undefined;
  search?: string | undefined;
}

export async function listCompanies(db: Handle, { role, status, search, ...page }: Asked) {
  const words = search?.trim() ?? '';
  const like = words.replace(/[\\%_]/g, '\\$&');
  const found = asSeen(db)
    .$if(role !== undefined, (qb) => qb.where('c.role', '=', role!))
    .$if(status !== undefined, (qb) => qb.where('c.status', '=', status!))
    .$if(words !== '', (qb) =>
      qb.where((eb) => eb.or([eb('c.name', 'ilike', `%${like}%`), eb('c.bin', 'like', `${like}%`)])),
    );
  return pageOfFound(db, found, found.orderBy('c.id', 'desc'), page);
}

export interface NewCompany {
  role: Company['role'];
  type: Company['type'];
  name: string;
  bin: string;
  kbe: string;
  address: string | null;
  ceo_name: string | null;
}

/** Null when there is one with this number on this side. */
export async function addCompany(tx: Tx, company: NewCompany): Promise<number | null> {
  const row = await tx
    .insertInto('companies')
    .values(company)
    .onConflict((oc) => oc.columns(['role', 'bin']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export function lockCompany(tx: Tx, company_id: number) {
  return tx
    .selectFrom('companies')
    .select(['id', 'role', 'status', 'director_id'])
    .where('id', '=', company_id)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst();
}

export function isMoneyOnItsWay(tx: Tx, company_id: number): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('acts')
      .select('id')
      .where('status', '=', 'paying')
      .where((eb) => eb.or([eb('company_id', '=', company_id), eb('contractor_company_id', '=', company_id)]))
      .limit(1),
  );
}

export async function closeCompany(tx: Tx, company_id: number): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ status: 'deleted', updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

/**
 * Ends what would go on without a person of the company: sessions, runs, schedules, links, tickets, invitations, QR
 * codes, connected banks and the session at ИС ЭСФ. Papers stay as they are.
 */
export async function endWhatGoesOn(tx: Tx, company_id: number): Promise<void> {
  const ends = [
    sql`update sessions set ended_at = now() where company_id = ${company_id} and ended_at is null`,
    sql`update acts set auto_generate = false where company_id = ${company_id} and auto_generate`,
    sql`update act_schedules set stopped_at = now(), stop_reason = 'company_closed', updated_at = now()
      where company_id = ${company_id} and stopped_at is null`,
    sql`update bulk_items set status = 'stopped', finished_at = now() where status = 'waiting'
      and run_id in (select id from bulk_runs where company_id = ${company_id} and state in ('running', 'failed'))`,
    sql`update bulk_runs r set state = 'stopped', finished_at = now(), done =
      (select count(*) from bulk_items i where i.run_id = r.id and i.status not in ('waiting', 'stopped'))
      where company_id = ${company_id} and state in ('running', 'failed')`,
    sql`delete from failing_jobs where company_id = ${company_id}`,
    sql`delete from download_tickets where company_id = ${company_id}`,
    sql`update quick_signs set expires_at = now()
      where ${company_id} in (company_id, signer_company_id) and expires_at > now()`,
    sql`update qr_sessions set expires_at = now() where company_id = ${company_id} and expires_at > now()`,
    sql`update invitations set status = 'cancelled', link_sealed = null, updated_at = now()
      where company_id = ${company_id} and status in ('sent', 'opened')`,
    sql`update employee_invitations set status = 'cancelled' where company_id = ${company_id} and status = 'sent'`,
    sql`update bank_integrations set removed_at = now(), secrets_sealed = null, secret_set_at = null,
        has_consent = false, updated_at = now()
      where company_id = ${company_id} and removed_at is null`,
    sql`update esf_sessions set session_sealed = null, closed_at = now()
      where company_id = ${company_id} and closed_at is null`,
  ];
  for (const end of ends) await end.execute(tx);
}

export async function setDirector(
  tx: Tx,
  company_id: number,
  director: { director_id: number | null; director_position?: string | undefined; ceo_name?: string },
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ ...director, updated_at: sql`now()` })
    .where('id', '=', company_id)
    .execute();
}

/** Employees of this company whose accounts are alive. */
export function listLivingEmployees(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.email'])
    .where((eb) => eb.and({ 'm.company_id': company_id, 'm.role_id': 2 }))
    .where('m.ended_at', 'is', null)
    .where('u.status', '=', 'active')
    .orderBy('u.full_name')
    .orderBy('u.id')
    .execute();
}

/** A company that is not closed. */
export function findOpenCompany(db: Handle, company_id: number) {
  return db
    .selectFrom('companies')
    .select(['id', 'role'])
    .where('id', '=', company_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
}

/** Those who head it: the membership decides, and there is at most one. */
export function listHeads(tx: Tx, company_id: number) {
  return tx
    .selectFrom('memberships')
    .select('user_id')
    .where((eb) => eb.and({ company_id, role_id: 1 }))
    .where('ended_at', 'is', null)
    .execute();
}
