import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import type { InboundMatch, InboundStatus } from '@kelisim/shared/features/esf/esf-status.ts';
import { sql, type Insertable, type UpdateObject } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** The invoices of an act do not come to what both signed. */
const differs = sql<boolean>`(i.status = 'registered' and i.act_id is not null and i.amount_tiyn is not null
  and (t.amount_tiyn <> a.amount_tiyn or t.vat_tiyn <> coalesce(a.vat_tiyn, 0)))`;

/** It names a signed act by number and day, but another company than the executor of that act issued it. */
const otherSeller = sql<boolean>`(i.status = 'registered' and i.act_id is null and w.act_id is not null)`;

function shown(db: Handle, company_id: number) {
  return db
    .selectFrom('esf_inbound as i')
    .leftJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'i.company_id').onRef('a.id', '=', 'i.act_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('esf_inbound as o')
          .select([
            sql<bigint>`sum(o.amount_tiyn)::bigint`.as('amount_tiyn'),
            sql<bigint>`sum(coalesce(o.vat_tiyn, 0))::bigint`.as('vat_tiyn'),
          ])
          .whereRef('o.company_id', '=', 'i.company_id')
          .whereRef('o.act_id', '=', 'i.act_id')
          .where('o.status', '=', 'registered')
          .as('t'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('companies as c')
          .innerJoin('executors as e', 'e.executor_company_id', 'c.id')
          .select('c.id')
          .whereRef('c.bin', '=', 'i.seller_tin')
          .whereRef('e.company_id', '=', 'i.company_id')
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('x'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('acts as n')
          .innerJoin('companies as m', 'm.id', 'n.contractor_company_id')
          .select(['n.id as act_id', 'n.number', 'n.year', 'm.name', 'm.bin'])
          .whereRef('n.company_id', '=', 'i.company_id')
          .whereRef('n.act_date', '=', 'i.delivery_on')
          .where('n.status', 'in', BOTH_SIGNED)
          .where('n.deleted_at', 'is', null)
          .where(
            sql<boolean>`n.number || '/' || n.year = regexp_replace(i.delivery_number, '[^0-9/]', '', 'g')`,
          )
          .whereRef('m.bin', '<>', 'i.seller_tin')
          .orderBy('n.id')
          .limit(1)
          .as('w'),
      (join) => join.onTrue(),
    )
    .selectAll('i')
    .select([
      'a.number as act_number',
      'a.year as act_year',
      'a.amount_tiyn as act_amount_tiyn',
      sql<bigint>`coalesce(a.vat_tiyn, 0)`.as('act_vat_tiyn'),
      't.amount_tiyn as invoices_tiyn',
      't.vat_tiyn as invoices_vat_tiyn',
      'x.id as executor_company_id',
      differs.as('differs'),
      otherSeller.as('other_seller'),
      'w.act_id as named_act_id',
      'w.number as named_number',
      'w.year as named_year',
      'w.name as named_executor',
      'w.bin as named_bin',
    ])
    .where('i.company_id', '=', company_id);
}
export type ShownInbound = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

export interface InboundFilter {
  date_from?: string | undefined;
  date_to?: string | undefined;
  search?: string | undefined;
  status?: InboundStatus | undefined;
  match?: InboundMatch | undefined;
  updated_since?: string | undefined;
}

export async function listInbound(db: Handle, company_id: number, filter: InboundFilter, page: Page) {
  let query = shown(db, company_id);
  if (filter.date_from) query = query.where('i.issued_on', '>=', filter.date_from);
  if (filter.date_to) query = query.where('i.issued_on', '<=', filter.date_to);
  if (filter.status) query = query.where('i.status', '=', filter.status);
  if (filter.updated_since) {
    const changed = sql<Date>`greatest(i.read_at, i.changed_at)`;
    query = query.where(changed, '>=', new Date(filter.updated_since));
  }
  if (filter.match === 'differs') query = query.where((eb) => eb.or([differs, otherSeller]));
  else if (filter.match) query = query.where('i.act_id', filter.match === 'linked' ? 'is not' : 'is', null);
  if (filter.search) {
    const like = `%${filter.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or(
        (
          ['i.seller_name', 'i.seller_tin', 'i.registration_number', 'i.number', 'i.delivery_number'] as const
        ).map((column) => eb(column, 'ilike', like)),
      ),
    );
  }
  return pageOfFound(
    db,
    query.clearSelect().select('i.id'),
    query.orderBy('i.issued_on', 'desc').orderBy('i.id', 'desc'),
    page,
  );
}

export function findInbound(db: Handle, company_id: number, inbound_id: number) {
  return shown(db, company_id).where('i.id', '=', inbound_id).executeTakeFirst();
}

/** Those that name an act, for both its sides. */
export function listInboundOfAct(db: Handle, company_id: number, act_id: number) {
  return shown(db, company_id).where('i.act_id', '=', act_id).orderBy('i.id').execute();
}

/** Keeps an invoice once by its number; what is there takes the state that the system tells now. */
export async function keepInbound(db: Handle, row: Insertable<Tables['esf_inbound']>): Promise<void> {
  const { status, system_status, reason, changed_at } = row;
  await db
    .insertInto('esf_inbound')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'registration_number'])
        .doUpdateSet({ status, system_status, reason, changed_at })
        .where(sql<boolean>`(esf_inbound.system_status, esf_inbound.reason)
          is distinct from (excluded.system_status, excluded.reason)`),
    )
    .execute();
}

/**
 * Finds the signed acts of invoices that have none yet, of one company or of all: what the executor issued here by the number of the system, else
 * the act that section F names, else the only act of the contract with that sum that has no invoice.
 */
export async function linkInbound(db: Handle, company_id: number | null): Promise<void> {
  await sql`
    with open as (
      select i.* from esf_inbound i join companies c on c.id = i.company_id and c.status <> 'deleted'
      where i.act_id is null and i.status = 'registered'
        and (${company_id}::bigint is null or i.company_id = ${company_id})),
    candidates as (
      select i.id, e.act_id, 1 as rank from open i
        join esf_documents e on e.company_id = i.company_id and e.registration_number = i.registration_number
      union all
      select i.id, a.id, case
          when regexp_replace(i.delivery_number, '[^0-9/]', '', 'g') in (a.number || '/' || a.year)
            or (regexp_replace(i.delivery_number, '[^0-9/]', '', 'g') = a.number::text
              and extract(year from i.delivery_on) = a.year) then 2
          when i.amount_tiyn = a.amount_tiyn and d.number = i.contract_number
            and not exists (select 1 from invoices_of_acts v where v.company_id = a.company_id and v.act_id = a.id) then 3
        end as rank
      from open i
        join companies s on s.bin = i.seller_tin
        join acts a on a.company_id = i.company_id and a.contractor_company_id = s.id
          and a.status in (${sql.join(BOTH_SIGNED)}) and a.deleted_at is null
        join documents d on d.company_id = a.company_id and d.id = a.contract_id),
    best as (
      select id, rank, min(act_id) as act_id from candidates c
      where rank = (select min(rank) from candidates o where o.id = c.id)
      group by id, rank having count(distinct act_id) = 1)
    update esf_inbound i set act_id = best.act_id from best
    where i.id = best.id`.execute(db);
}

export function findInboundAsk(db: Handle, company_id: number) {
  return db
    .selectFrom('esf_inbound_asks')
    .selectAll()
    .where('company_id', '=', company_id)
    .executeTakeFirst();
}

const LEASE_S = 300;
const AT_ONCE = 5;

/** Takes companies that are signed in and whose invoices are to be asked for now; no other process gets them meanwhile. */
export async function leaseInboundAsks(db: Handle, now: Date) {
  await sql`
    insert into esf_inbound_asks (company_id, next_ask_at)
    select s.company_id, ${now} from esf_sessions s join companies c on c.id = s.company_id
    where s.closed_at is null and c.role = 'business' and c.status <> 'deleted'
      and not exists (select 1 from esf_inbound_asks k where k.company_id = s.company_id)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{
    company_id: number;
    asked_until: string | null;
    whole_asked_on: string | null;
    tries: number;
  }>`
    update esf_inbound_asks set leased_until = ${new Date(now.getTime() + LEASE_S * 1000)}
    where company_id in (
      select k.company_id from esf_inbound_asks k
        join esf_sessions s on s.company_id = k.company_id and s.closed_at is null
        join companies c on c.id = k.company_id and c.status <> 'deleted'
      where k.next_ask_at <= ${now} and (k.leased_until is null or k.leased_until < ${now})
      order by k.next_ask_at limit ${AT_ONCE} for update of k skip locked)
    returning company_id, asked_until, whole_asked_on, tries`.execute(db);
  return rows;
}

export async function setInboundAsk(
  db: Handle,
  company_id: number,
  change: UpdateObject<Tables, 'esf_inbound_asks'>,
): Promise<void> {
  await db.updateTable('esf_inbound_asks').set(change).where('company_id', '=', company_id).execute();
}

/** Brings the next question forward, unless the last answer is less than a minute old. */
export async function hurryInbound(db: Handle, company_id: number, now: Date): Promise<void> {
  await db
    .updateTable('esf_inbound_asks')
    .set({ next_ask_at: now })
    .where('company_id', '=', company_id)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', new Date(now.getTime() - 60_000))]))
    .execute();
}
