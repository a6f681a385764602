import {
  ESF_ANSWERED,
  ESF_MOVING,
  type EsfKind,
  type EsfStatus,
} from '@kelisim/shared/features/esf/esf-status.ts';
import { sql, type Insertable, type Selectable, type UpdateObject } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type EsfRow = Selectable<Tables['esf_documents']>;

/** Both sides of the act see what was issued by it; nobody else finds it. */
/** Where `billedLines` lessens: something is deducted, something is left, and nothing is taken back. */
const isLessened = sql<boolean>`coalesce((select sum(l.amount_tiyn) > 0
    and sum(l.amount_tiyn) filter (where l.kind = 'deduction') < 0
    and min(l.amount_tiyn) filter (where l.kind <> 'deduction') >= 0
  from act_services l where l.company_id = e.company_id and l.act_id = e.act_id), false)`;

function shown(db: Handle, actor: CompanyActor) {
  return db
    .selectFrom('esf_documents as e')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'e.company_id').onRef('a.id', '=', 'e.act_id'),
    )
    .leftJoin('esf_documents as r', (join) =>
      join
        .onRef('r.company_id', '=', 'e.company_id')
        .on(sql<boolean>`r.id = coalesce(e.corrects_id, e.related_id)`),
    )
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .innerJoin('companies as s', 's.id', 'e.seller_company_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('esf_documents as o')
          .select(['o.id', 'o.number', 'o.issued_on', 'o.registration_number'])
          .whereRef('o.company_id', '=', 'e.company_id')
          .whereRef('o.act_id', '=', 'e.act_id')
          .whereRef('o.kind', '<>', 'e.kind')
          .where('o.is_corrected', '=', false)
          .where('o.status', 'not in', ['declined', 'revoked', 'cancelled'])
          .orderBy('o.id', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .selectAll('e')
    .select([
      'p.id as pair_id',
      'p.number as pair_number',
      'p.issued_on as pair_on',
      'p.registration_number as pair_registration',
      'a.number as act_number',
      'a.year as act_year',
      'r.number as related_number',
      'r.issued_on as related_on',
      'r.registration_number as related_registration',
      'c.name as customer_name',
      'c.bin as customer_bin',
      's.name as seller_name',
      's.bin as seller_bin',
      isLessened.as('is_lessened'),
    ])
    .where(actor.role === 'business' ? 'e.company_id' : 'e.seller_company_id', '=', actor.company_id);
}
export type ShownEsf = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

export interface EsfFilter {
  kind?: EsfKind | undefined;
  status?: EsfStatus | undefined;
  search?: string | undefined;
  updated_since?: string | undefined;
}

export async function listEsf(db: Handle, actor: CompanyActor, filter: EsfFilter, page: Page) {
  let query = shown(db, actor);
  if (filter.kind) query = query.where('e.kind', '=', filter.kind);
  if (filter.status) query = query.where('e.status', '=', filter.status);
  if (filter.updated_since) query = query.where('e.updated_at', '>=', new Date(filter.updated_since));
  if (filter.search) {
    const like = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    const other = actor.role === 'business' ? 's.name' : 'c.name';
    query = query.where((eb) =>
      eb.or([
        eb('e.registration_number', 'ilike', like),
        eb('e.number', 'ilike', like),
        eb(other, 'ilike', like),
        eb(sql<string>`a.number || '/' || a.year`, 'ilike', like),
      ]),
    );
  }
  return pageOfFound(db, query.clearSelect().select('e.id'), query.orderBy('e.id', 'desc'), page);
}

/** What both sides were called when the days of the acts were closed; null where they are open. */
export async function listFrozenNames(db: Handle, esf_ids: readonly number[]) {
  const rows = await db
    .selectFrom('esf_documents as e')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'e.company_id').onRef('a.id', '=', 'e.act_id'),
    )
    .select([
      'e.id',
      sql<string | null>`frozen_name(e.company_id, e.company_id, a.act_date)`.as('customer'),
      sql<string | null>`frozen_name(e.company_id, e.seller_company_id, a.act_date)`.as('seller'),
    ])
    .where(sql<boolean>`e.id = any(${[...esf_ids]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function findShownEsf(db: Handle, actor: CompanyActor, esf_id: number) {
  return shown(db, actor).where('e.id', '=', esf_id).executeTakeFirst();
}

export function listEsfOfAct(db: Handle, actor: CompanyActor, act_id: number) {
  return shown(db, actor).where('e.act_id', '=', act_id).orderBy('e.id', 'desc').execute();
}

/** All of these acts by this seller, the dead ones too. */
export function listOfSeller(db: Handle, seller_company_id: number, act_ids: readonly number[]) {
  return db
    .selectFrom('esf_documents')
    .selectAll()
    .where('seller_company_id', '=', seller_company_id)
    .where('act_id', 'in', [...act_ids])
    .execute();
}

/** The invoice of a seller by the number that the system gave it. */
export function findRegistered(db: Handle, seller_company_id: number, registration_number: string) {
  return db
    .selectFrom('esf_documents')
    .selectAll()
    .where((eb) => eb.and({ seller_company_id, kind: 'invoice', registration_number }))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function lockEsf(tx: Tx, esf_id: number) {
  return tx.selectFrom('esf_documents').selectAll().where('id', '=', esf_id).forUpdate().executeTakeFirst();
}

/** A paper of the customer's acts. */
export function lockEsfOfCustomer(tx: Tx, company_id: number, external_id: string, kind: EsfKind) {
  return tx
    .selectFrom('esf_documents')
    .selectAll()
    .where((eb) => eb.and({ company_id, external_id, kind }))
    .forUpdate()
    .executeTakeFirst();
}

export function lockEsfOfSeller(
  tx: Tx,
  seller_company_id: number,
  by: { esf_id: number } | { external_id: string; kind: EsfKind },
) {
  let query = tx
    .selectFrom('esf_documents')
    .selectAll()
    .where('seller_company_id', '=', seller_company_id)
    .forUpdate();
  query =
    'esf_id' in by
      ? query.where('id', '=', by.esf_id)
      : query.where('external_id', '=', by.external_id).where('kind', '=', by.kind);
  return query.executeTakeFirst();
}

/** False when one of that kind is there already for the act. */
export async function addEsf(tx: Tx, row: Insertable<Tables['esf_documents']>): Promise<number | null> {
  const made = await tx
    .insertInto('esf_documents')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  const { company_id, status, created_by } = row;
  await addEsfHistory(tx, {
    company_id,
    esf_id: made.id,
    action: 'issue',
    actor_side: 'executor',
    user_id: created_by,
    to_status: status,
  });
  return made.id;
}

export async function addEsfHistory(tx: Tx, row: Insertable<Tables['esf_history']>): Promise<void> {
  await tx.insertInto('esf_history').values(row).execute();
}

/** Who did what with a paper, the newest first. */
export function listEsfHistory(db: Handle, { company_id, id }: Pick<EsfRow, 'company_id' | 'id'>) {
  return db
    .selectFrom('esf_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select(['h.id', 'h.action', 'h.actor_side', 'h.to_status', 'h.note', 'h.created_at', 'u.full_name'])
    .where((eb) => eb.and({ 'h.company_id': company_id, 'h.esf_id': id }))
    .orderBy('h.id', 'desc')
    .execute();
}

export async function setEsf(
  db: Handle,
  esf_id: number,
  change: UpdateObject<Tables, 'esf_documents'>,
): Promise<void> {
  await db
    .updateTable('esf_documents')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', esf_id)
    .execute();
}

/** They stand, but the other side or the tax office may change that. */
export const ESF_AT_REST: readonly EsfStatus[] = ['registered', 'confirmed'];

const LEASE_S = 120;
const AT_ONCE = 20;

/** Takes those of which something is to be done now; no other process gets them meanwhile. */
const closedCompanies = sql<number>`(select id from companies where status = 'deleted')`;

export function leaseDue(db: Handle, now: Date): Promise<EsfRow[]> {
  return db
    .updateTable('esf_documents')
    .set({ leased_until: new Date(now.getTime() + LEASE_S * 1000) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('esf_documents')
        .select('id')
        .where('channel', '=', 'api')
        .where('seller_company_id', 'not in', closedCompanies)
        .where((or) =>
          or.or([or('status', 'not in', [...ESF_ANSWERED]), or('company_id', 'not in', closedCompanies)]),
        )
        .where('status', 'in', [...ESF_MOVING, ...ESF_AT_REST])
        .where('next_try_at', '<=', now)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<', now)]))
        .orderBy('next_try_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export function findEsfSession(db: Handle, company_id: number) {
  return db.selectFrom('esf_sessions').selectAll().where('company_id', '=', company_id).executeTakeFirst();
}

/** The session with who opened it. */
export function findShownSession(db: Handle, company_id: number) {
  return db
    .selectFrom('esf_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.session_sealed', 's.opened_at', 's.seen_open_at', 'u.full_name as name'])
    .where('s.company_id', '=', company_id)
    .executeTakeFirst();
}

export async function setSeenOpen(db: Handle, company_id: number, sealed: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('esf_sessions')
    .set({ seen_open_at: now })
    .where((eb) => eb.and({ company_id, session_sealed: sealed }))
    .execute();
}

export async function keepEsfSession(
  db: Handle,
  row: { company_id: number; user_id: number; ticket_hash: Buffer; session_sealed: Buffer; opened_at: Date },
): Promise<void> {
  const { company_id, ...rest } = row;
  await db
    .insertInto('esf_sessions')
    .values(row)
    .onConflict((oc) => oc.column('company_id').doUpdateSet({ ...rest, closed_at: null, seen_open_at: null }))
    .execute();
}

/** The secret goes with the session; with `sealed` only this one, for another may have come meanwhile. */
export async function forgetEsfSession(
  db: Handle,
  company_id: number,
  now: Date,
  sealed?: Buffer,
): Promise<void> {
  await db
    .updateTable('esf_sessions')
    .set({ session_sealed: null, closed_at: now })
    .where('company_id', '=', company_id)
    .where('closed_at', 'is', null)
    .$if(sealed !== undefined, (query) => query.where('session_sealed', '=', sealed!))
    .execute();
}

export function findEsfLogin(db: Handle, company_id: number) {
  return db
    .selectFrom('esf_credentials')
    .select(['login', 'password_sealed'])
    .where('company_id', '=', company_id)
    .executeTakeFirst();
}

/** Main accounts of companies, as an invoice names them. */
export function listEsfBanks(db: Handle, company_ids: readonly number[]) {
  return db
    .selectFrom('bank_requisites as r')
    .innerJoin('banks as b', 'b.id', 'r.bank_id')
    .select(['r.company_id', 'r.iban', 'r.kbe', 'b.bic', 'b.name_ru as name'])
    .where('r.company_id', 'in', [...company_ids])
    .where('r.is_main', '=', true)
    .where('r.deleted_at', 'is', null)
    .execute();
}

export function listCompanyTypes(db: Handle, company_ids: readonly number[]) {
  return db
    .selectFrom('companies')
    .select(['id', 'type'])
    .where('id', 'in', [...company_ids])
    .execute();
}

export function listUnitCodes(db: Handle) {
  return db.selectFrom('units').select(['id', 'code']).execute();
}
