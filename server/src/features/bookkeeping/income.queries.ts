import { OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { findFrozenUntil } from './frozen.queries.ts';
import { KEPT_PARTS, ledger, money, taxedAs, type Kept, type Ledger, type Paid } from './ledger.queries.ts';
import { lastWholeMonth, NEVER } from './months.ts';
import { getCompany } from '../../platform/db/get-company.ts';

export interface Payer {
  id: number;
  name: string;
  name_kz: string | null;
  bin: string;
  ceo_name: string | null;
}

/** Everybody who has ever had this executor, by name. */
export function listPayers(db: Handle, executor_company_id: number): Promise<Payer[]> {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id', 'c.name', 'c.name_kz', 'c.bin', 'c.ceo_name'])
    .where('e.executor_company_id', '=', executor_company_id)
    .orderBy(sql`kz_sort_key(c.name)`)
    .orderBy('c.id')
    .execute();
}

/** What a paper calls a party. */
export function findParty(db: Handle, id: number) {
  return getCompany(db, id, ['id', 'name', 'name_kz', 'bin']);
}

/** The language in which a company keeps its papers. */
export async function findLanguage(db: Handle, company_id: number): Promise<'ru' | 'kz'> {
  const { document_language } = await getCompany(db, company_id, ['document_language']);
  return document_language;
}

/** The columns of a payment, in the order of `frozen_payments` too. */
const PAID = sql.join(
  [
    'executor_company_id',
    'date',
    'late_of',
    'taxed_as',
    'act_id',
    'number',
    'order_number',
    'gross_tiyn',
    'withheld_tiyn',
    ...KEPT_PARTS,
  ].map((column) => sql.ref(column)),
);

/**
 * Money of open months, one row for each order and day, of the days on which it was taxed here. The last of the late rows of
 * an order has what its settlements of closed days withheld, and neither a stored payment nor a day of its own has told of.
 */
function openPaid(of: Ledger, { from, to }: { from: string; to: string }, until: string | null) {
  const { company_id } = of;
  return sql`
    select ${PAID} from (
      select m.*, taxed_as, ${sql.join(
        KEPT_PARTS.map((part) => sql`${sql.ref(`k.${part}`)} - ${sql.ref(`f.${part}`)} as ${sql.ref(part)}`),
      )}
      from (
        select executor_company_id, date, late_of, act_id, number, order_number, sum(amount_tiyn)::bigint as gross_tiyn,
          coalesce(sum(amount_tiyn) filter (where kind = 'withheld'), 0)::bigint as withheld_tiyn,
          bool_or(kind = 'withheld') as is_withheld,
          max(split_part(source, ' ', 2)::bigint) filter (where order_number is not null) as order_id,
          row_number() over (
            partition by act_id, order_number, late_of is null order by date desc, late_of desc) as nth
        from ${ledger(of)} r
        where kind not in (${sql.join(OWED_KINDS)}) and date between ${from} and ${to} and date > ${storedUntil(until)}
        group by 1, 2, 3, 4, 5, 6
      ) m ${taxedAs(company_id)} cross join lateral (
        select ${sumOfParts('t')}
        from settlements t
        where t.company_id = ${company_id} and t.order_id = m.order_id and t.undone_at is null
          and case when m.late_of is null then t.day = m.date
            else m.nth = 1 and t.day <= ${until ?? NEVER} and not exists (
              select from frozen_ledger z
              where z.company_id = ${company_id} and z.source = 'order ' || t.order_id and z.late_of is null
                and z.date = t.day and z.date > ${storedUntil(until)}) end
      ) k cross join lateral (
        select ${sumOfParts('p')}
        from frozen_payments p
        where p.company_id = ${company_id} and p.executor_company_id = m.executor_company_id and p.act_id = m.act_id
          and p.order_number = m.order_number and m.late_of is not null and m.nth = 1
      ) f
      where taxed_as is not null
    ) open_paid`;
}

/** Whole closed months are stored. */
const storedUntil = (until: string | null) => (until === null ? NEVER : lastDayOf(lastWholeMonth(until)));

/** Payments between two days; whole closed months come as they were stored. */
export async function listPaid(
  db: Handle,
  of: Ledger,
  { from, to }: { from: string; to: string },
): Promise<Paid[]> {
  const { company_id, executor_ids } = of;
  const until = await findFrozenUntil(db, company_id);
  const ofExecutors = executor_ids
    ? sql`and executor_company_id = any(${[...executor_ids]}::bigint[])`
    : sql``;
  const { rows } = await sql<Omit<Paid, 'parts'> & Kept>`
    select ${PAID} from frozen_payments
    where company_id = ${company_id} ${ofExecutors} and date between ${from} and ${to} and date <= ${storedUntil(until)}
    union all ${openPaid(of, { from, to }, until)}
    order by date, order_number nulls first, act_id, late_of, executor_company_id, number`.execute(db);
  return rows.map(({ opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn, ...row }) => ({
    ...row,
    parts: { opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn },
  }));
}

/** Stores the payments of open months up to a day, before their ledger is stored; answers the months (`YYYY-MM`) they are of. */
export async function freezePayments(tx: Tx, company_id: number, to: string): Promise<string[]> {
  const until = await findFrozenUntil(tx, company_id);
  const { rows } = await sql<{ month: string }>`
    with kept as (
      insert into frozen_payments (company_id, ${PAID})
      select ${company_id}::bigint, o.* from (
        ${openPaid({ company_id }, { from: NEVER, to }, until)}
        order by date, act_id, order_number, late_of, executor_company_id, number) o
      returning date)
    select distinct to_char(date, 'YYYY-MM') as month from kept order by 1`.execute(tx);
  return rows.map(({ month }) => month);
}

/** What names the payslip of an order on a day of the ledger, or on its last one. */
export async function findPaidOrder(db: Handle, company_id: number, order_id: number, day?: string) {
  const order = await db
    .selectFrom('payment_orders as o')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .select(['o.act_id', 'o.number as order_number', 'a.contractor_company_id as executor_company_id'])
    .select(sql<string>`(o.created_at at time zone 'Asia/Almaty')::date - 366`.as('from'))
    .where((eb) => eb.and({ 'o.company_id': company_id, 'o.id': order_id }))
    .executeTakeFirst();
  if (order === undefined || order.order_number === null) return undefined;
  const { from, ...named } = order;
  const span = day === undefined ? { from, to: '2100-12-31' } : { from: day, to: day };
  const paid = (await listPaid(db, { company_id, executor_ids: [order.executor_company_id] }, span)).findLast(
    (one) => one.act_id === order.act_id && one.order_number === order.order_number && one.gross_tiyn > 0n,
  );
  return paid && { ...named, order_number: order.order_number, date: paid.date };
}

export interface Untaxed {
  as: 'self_employed' | 'trader';
  gross_tiyn: bigint;
}

/**
 * Money between two days that was not taxed here, by what the person was on its day; what closed months hold is not in it. Of
 * such money what was withheld (`none`) is in the months: in the open ones, and in those that were closed with it.
 */
export async function sumUntaxed(
  db: Handle,
  of: Ledger,
  { from, to }: { from: string; to: string },
): Promise<Untaxed[]> {
  const { company_id } = of;
  const { rows } = await sql<Untaxed>`
    select case s.standing when 'self_employed' then 'self_employed' else 'trader' end as "as",
      sum(m.gross_tiyn)::bigint as gross_tiyn
    from (${money(of, { from, to })}) m ${taxedAs(company_id)}
    where (taxed_as is null or taxed_as = 'none' and m.date <= (select closed_until from companies where id = ${company_id}))
      and not exists (
      select from frozen_payments p
      where p.company_id = ${company_id} and p.executor_company_id = m.executor_company_id and p.date = m.date
        and p.act_id is not distinct from m.act_id and p.order_number is not distinct from m.order_number)
    group by 1 order by 1`.execute(db);
  return rows;
}

const sumOfParts = (of: string) =>
  sql.join(
    KEPT_PARTS.map((part) => sql`coalesce(sum(${sql.ref(`${of}.${part}`)}), 0)::bigint as ${sql.ref(part)}`),
  );
