import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { BOTH_PARTIES } from '../../platform/db/both-parties.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { externalIdOf, namerOf, type Namer } from '../external-ids/public.ts';
import { contentHash, type ActContent } from './act-content.ts';
import { unreadOf } from './comments.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';

type ActTables = Pick<Tables, never> & { a: Tables['acts'] };

/** Whose eyes a query looks with. */
export type Viewer = Pick<CompanyActor, 'role' | 'company_id'>;

/** The second gate: an act is seen by its company, and by its executor once it was sent. A stranger's is not found. */
function visibleTo(actor: Viewer): Expression<SqlBool> {
  const eb = expressionBuilder<ActTables, 'a'>();
  return actor.role === 'business'
    ? eb.and([eb('a.company_id', '=', actor.company_id), eb('a.deleted_at', 'is', null)])
    : eb.and([
        eb('a.contractor_company_id', '=', actor.company_id),
        eb('a.deleted_at', 'is', null),
        eb('a.status', '<>', 'draft'),
        eb('a.frozen_file_id', 'is not', null),
      ]);
}

/** By their names, since `*` is not prepared inside of transactions; all but the words for the search. */
const COLUMNS = [
  'a.id',
  'a.company_id',
  'a.contractor_company_id',
  'a.contract_id',
  'a.year',
  'a.number',
  'a.title',
  'a.status',
  'a.act_date',
  'a.start_date',
  'a.end_date',
  'a.knp',
  'a.additional_info',
  'a.auto_generate',
  'a.is_copy',
  'a.amount_tiyn',
  'a.version',
  'a.frozen_file_id',
  'a.frozen_at',
  'a.content_hash',
  'a.annulment_requested_by',
  'a.reason',
  'a.import_run_id',
  'a.import_row',
  'a.created_by',
  'a.created_at',
  'a.updated_at',
  'a.deleted_at',
  'a.corrects_act_id',
  'a.repeats_act_id',
  'a.slot_date',
  'a.covered_tiyn',
  'a.vat_rate',
  'a.vat_tiyn',
  'a.sign_by',
] as const;

/** The act, locked until the transaction ends, or undefined when the actor has no such act. */
export function lockAct(tx: Tx, actor: CompanyActor, act_id: number) {
  return tx
    .selectFrom('acts as a')
    .select(COLUMNS)
    .where('a.id', '=', act_id)
    .where(visibleTo(actor))
    .forUpdate('a')
    .executeTakeFirst();
}
export type LockedAct = NonNullable<Awaited<ReturnType<typeof lockAct>>>;

/** Several at once, in one order for everybody, so that two requests for the same acts do not deadlock. */
export function lockActs(tx: Tx, actor: CompanyActor, act_ids: number[]): Promise<LockedAct[]> {
  return tx
    .selectFrom('acts as a')
    .select(COLUMNS)
    .where('a.id', 'in', act_ids)
    .where(visibleTo(actor))
    .orderBy('a.id')
    .forUpdate('a')
    .execute();
}

/** For deeds of the bank, which acts for nobody's session. */
export function lockActsOf(tx: Tx, company_id: number, act_ids: readonly number[]) {
  return tx
    .selectFrom('acts as a')
    .select(COLUMNS)
    .where('a.company_id', '=', company_id)
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .orderBy('a.id')
    .forUpdate('a')
    .execute();
}

export async function lockActOf(tx: Tx, company_id: number, act_id: number) {
  return (await lockActsOf(tx, company_id, [act_id]))[0];
}

function viewQuery(db: Handle) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select([...COLUMNS, ...BOTH_PARTIES, 'c.executor_signs_first']);
}
export type ActRow = Awaited<ReturnType<ReturnType<typeof viewQuery>['executeTakeFirstOrThrow']>>;

export function findActRow(db: Handle, actor: Viewer, act_id: number) {
  return viewQuery(db).where('a.id', '=', act_id).where(visibleTo(actor)).executeTakeFirst();
}

export function listActRows(db: Handle, viewer: Viewer, act_ids: readonly number[]) {
  return viewQuery(db)
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where(visibleTo(viewer))
    .execute();
}

/** As lists and pages show acts: with what this person has not read of them, and how their program calls them. */
function shownQuery(db: Handle, actor: CompanyActor, namer: Namer) {
  return viewQuery(db)
    .select(unreadOf(actor.user_id).as('comments_unread'))
    .select(externalIdOf(namer, 'act', 'a.id').as('external_id'))
    .where(visibleTo(actor))
    .modifyEnd(ONE_PLAN);
}
export type ShownActRow = ActRow & { comments_unread: number; external_id: string | null };

export async function findShownAct(db: Handle, actor: CompanyActor, act_id: number) {
  return shownQuery(db, actor, await namerOf(db, actor))
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'a.company_id').onRef('d.id', '=', 'a.contract_id'),
    )
    .select('d.title as contract_title')
    .where('a.id', '=', act_id)
    .executeTakeFirst();
}

/** Those of them that the actor sees, in the order of the ids. */
export async function listShownActs(db: Handle, actor: CompanyActor, ids: number[]): Promise<ShownActRow[]> {
  if (ids.length === 0) return [];
  const query = shownQuery(db, actor, await namerOf(db, actor));
  const rows = await query.where('a.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Acts that hang together with one: what it corrects or repeats, and its own corrections; those the actor sees. */
export async function listLinkedActs(db: Handle, actor: CompanyActor, act: LockedAct) {
  const linked = [act.corrects_act_id, act.repeats_act_id].filter((id) => id !== null);
  return db
    .selectFrom('acts as a')
    .select(['a.id', 'a.number', 'a.year', 'a.act_date', 'a.amount_tiyn', 'a.status', 'a.corrects_act_id'])
    .where('a.company_id', '=', act.company_id)
    .where((eb) =>
      eb.or([eb('a.corrects_act_id', '=', act.id), ...(linked.length > 0 ? [eb('a.id', 'in', linked)] : [])]),
    )
    .where(visibleTo(actor))
    .orderBy('a.id')
    .execute();
}

export function listServices(db: Handle, company_id: number, act_id: number) {
  return servicesQuery(db)
    .where((eb) => eb.and({ 's.company_id': company_id, 's.act_id': act_id }))
    .orderBy('s.position')
    .execute();
}

/** The same of several acts, by their ids. */
export async function listServicesOf(db: Handle, acts: readonly { company_id: number; id: number }[]) {
  const rows = await servicesQuery(db)
    .select('s.act_id')
    .where('s.company_id', '=', sql<number>`any(${acts.map((act) => act.company_id)}::bigint[])`)
    .where('s.act_id', '=', sql<number>`any(${acts.map(({ id }) => id)}::bigint[])`)
    .orderBy('s.position')
    .execute();
  return Map.groupBy(rows, (row) => row.act_id);
}

function servicesQuery(db: Handle) {
  return (
    db
      .selectFrom('act_services as s')
      .innerJoin('service_categories as k', 'k.id', 's.category_id')
      .innerJoin('units as u', 'u.id', 's.unit_id')
      // Named for the same reason as those of acts.
      .select([
        's.id',
        's.category_id',
        's.description',
        's.quantity',
        's.rate_tiyn',
        's.amount_tiyn',
        's.unit_id',
        's.service_date',
        's.kind',
        's.taxed',
        's.created_at',
        'k.name_ru as category_ru',
        'k.name_kz as category_kz',
        'k.knp as category_knp',
        'u.name_ru as unit_ru',
        'u.name_kz as unit_kz',
      ])
  );
}

/** What decides of companies that sign: their numbers, and whether the executor goes first. */
export async function listSigningCompanies(db: Handle, ids: number[]) {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'bin', 'status', 'executor_signs_first'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Draws so many numbers in a row and answers the first. They run per company and year (decisions 5); the counter's row is the lock. */
async function takeNumbers(tx: Tx, company_id: number, year: number, count: number): Promise<number> {
  const { last } = await tx
    .insertInto('counters')
    .values({ company_id, name: 'act', year, last: count })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'name', 'year'])
        .doUpdateSet((eb) => ({ last: eb('counters.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

const yearOf = ({ act_date }: ActContent) => Number(act_date.slice(0, 4));

/** Where a new act comes from. */
export interface NewActExtra {
  is_copy: boolean;
  import_run_id?: number;
  import_row?: number;
  repeats_act_id?: number;
  slot_date?: string;
}

/** Drafts, with numbers in their order; each counter is asked once. */
export async function addActs<T extends { content: ActContent; extra: NewActExtra }>(
  tx: Tx,
  { company_id, user_id }: { company_id: number; user_id: number | null },
  all: readonly T[],
): Promise<(T & { id: number; year: number; number: number; content_hash: Buffer })[]> {
  const numbered = all.map((one) => ({ ...one, year: yearOf(one.content), number: 0 }));
  const byYear = Map.groupBy(numbered, ({ year }) => year);
  for (const [year, some] of [...byYear].toSorted(([one], [other]) => one - other)) {
    let number = await takeNumbers(tx, company_id, year, some.length);
    for (const one of some) one.number = number++;
  }
  const drafts = numbered.map((one) => ({ ...one, content_hash: contentHash({ ...one, ...one.content }) }));
  const rows = await tx
    .insertInto('acts')
    .values(
      drafts.map(({ content: { services: _, ...columns }, extra, year, number, content_hash }) => ({
        ...columns,
        ...extra,
        company_id,
        year,
        number,
        status: 'draft' as const,
        content_hash,
        created_by: user_id,
      })),
    )
    .returning(['id', 'year', 'number'])
    .execute();
  const made = drafts.flatMap((draft) =>
    rows
      .filter(({ year, number }) => year === draft.year && number === draft.number)
      .map(({ id }) => ({ ...draft, id })),
  );
  await addServices(tx, company_id, made);
  return made;
}

export async function setAct(tx: Tx, act: LockedAct, content: ActContent): Promise<void> {
  const { services: _, ...columns } = content;
  await tx
    .updateTable('acts')
    .set(columns)
    .where((eb) => eb.and({ company_id: act.company_id, id: act.id }))
    .execute();
  await tx
    .deleteFrom('act_services')
    .where((eb) => eb.and({ company_id: act.company_id, act_id: act.id }))
    .execute();
  await addServices(tx, act.company_id, [{ id: act.id, content }]);
}

/** Of at most so many acts as a run does together: a statement takes 65 535 values, and an act has up to 200 lines of 12. */
async function addServices(tx: Tx, company_id: number, acts: readonly { id: number; content: ActContent }[]) {
  const rows = acts.flatMap(({ id: act_id, content }) =>
    content.services.map((service, i) => ({ ...service, company_id, act_id, position: i + 1 })),
  );
  await tx.insertInto('act_services').values(rows).execute();
}

/** The newest order of an act, of a payment or of what came back; a rejected one stays to say why. */
export function findLastOrder(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('payment_orders')
    .select([
      'id',
      'status',
      'amount_tiyn',
      'created_at',
      'settled_on',
      'reason',
      'end_to_end_id',
      'knp',
      'payee_name',
      'payee_iban',
    ])
    .where((eb) => eb.and({ company_id, act_id }))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Items of a run over acts, each called by its number; one that the actor cannot see has no name. */
export async function labelledActs(
  db: Handle,
  actor: CompanyActor,
  act_ids: readonly number[],
): Promise<{ subject_id: number; label: string }[]> {
  const rows = await db
    .selectFrom('acts as a')
    .select(['a.id', 'a.number', 'a.year'])
    .where('a.id', '=', sql<number>`any(${[...act_ids]}::bigint[])`)
    .where(visibleTo(actor))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, `${row.number}/${row.year}`]));
  return act_ids.map((subject_id) => ({ subject_id, label: byId.get(subject_id) ?? '' }));
}

/** Whether the company signs only what its executor has signed. */
export async function isExecutorFirst(db: Handle, company_id: number): Promise<boolean> {
  const company = await getCompany(db, company_id, ['executor_signs_first']);
  return company.executor_signs_first;
}

/** How other papers call an act. */
export function getActBrief(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('acts')
    .select(['number', 'year', 'act_date'])
    .where((eb) => eb.and({ company_id, id: act_id }))
    .executeTakeFirstOrThrow();
}
