import { sql, type Insertable } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import { pageOfFound, rowsOfPage } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Those that no statement has shown before; a payment read twice is one. */
export async function addPayments(tx: Tx, rows: Insertable<Tables['tariff_payments']>[]) {
  if (rows.length === 0) return [];
  return tx
    .insertInto('tariff_payments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}

function paymentQuery(db: Handle) {
  return db
    .selectFrom('tariff_payments as p')
    .leftJoin('companies as c', 'c.id', 'p.company_id')
    .selectAll('p')
    .select('c.name as company_name')
    .select((eb) =>
      eb
        .selectFrom('tariff_payment_entries as e')
        .select(sql<number[]>`coalesce(array_agg(e.entry_id::integer order by e.entry_id), '{}')`.as('ids'))
        .whereRef('e.payment_id', '=', 'p.id')
        .as('entry_ids'),
    );
}
export type PaymentRow = Awaited<ReturnType<ReturnType<typeof paymentQuery>['executeTakeFirstOrThrow']>>;

export function getPayment(db: Handle, payment_id: number): Promise<PaymentRow | undefined> {
  return paymentQuery(db).where('p.id', '=', payment_id).executeTakeFirst();
}

export function lockPayment(tx: Tx, payment_id: number) {
  return tx
    .selectFrom('tariff_payments')
    .selectAll()
    .where('id', '=', payment_id)
    .forUpdate()
    .executeTakeFirst();
}

export async function listPayments(
  db: Handle,
  { page, limit, matched }: { page: number; limit: number; matched?: boolean | undefined },
) {
  const found = paymentQuery(db)
    .$if(matched === true, (query) => query.where('p.company_id', 'is not', null))
    .$if(matched === false, (query) =>
      query.where('p.company_id', 'is', null).where('p.set_aside_at', 'is', null),
    );
  return pageOfFound(db, found, found.orderBy('p.operated_on', 'desc').orderBy('p.id', 'desc'), {
    page,
    limit,
  });
}

const NOT_ASIDE = { set_aside_at: null, set_aside_by: null, set_aside_reason: null };

export async function setPaymentAside(
  tx: Tx,
  payment_id: number,
  aside: { set_aside_at: Date; set_aside_by: number; set_aside_reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('tariff_payments')
    .set(aside ?? NOT_ASIDE)
    .where('id', '=', payment_id)
    .execute();
}

interface MatchedBill {
  id: number;
  was_paid: boolean;
  was_ended: boolean;
}

export async function setPaymentMatched(
  tx: Tx,
  payment: { id: number; company_id: number; entries: readonly MatchedBill[] },
  by: { matched_at: Date; matched_by: number | null },
): Promise<void> {
  const { id, company_id, entries } = payment;
  await tx
    .updateTable('tariff_payments')
    .set({ company_id, ...by, ...NOT_ASIDE })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('tariff_payment_entries')
    .values(entries.map(({ id: entry_id, ...was }) => ({ company_id, payment_id: id, entry_id, ...was })))
    .execute();
}

export async function clearPaymentMatch(tx: Tx, company_id: number, payment_id: number): Promise<void> {
  await tx
    .deleteFrom('tariff_payment_entries')
    .where((eb) => eb.and({ company_id, payment_id }))
    .execute();
  await tx
    .updateTable('tariff_payments')
    .set({ company_id: null, matched_at: null, matched_by: null })
    .where('id', '=', payment_id)
    .execute();
}

/** Of these bills, those that a payment is matched with. */
export function listLinks(db: Handle, entry_ids: readonly number[]) {
  return db
    .selectFrom('tariff_payment_entries')
    .select(['entry_id', 'was_paid', 'was_ended'])
    .where('entry_id', 'in', [...entry_ids])
    .execute();
}

/** Bills that no payment is matched with: open ones, and those that somebody has marked paid. */
function candidateQuery(db: Handle) {
  return db
    .selectFrom('tariff_entries as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .selectAll('e')
    .select(['c.name as company_name', 'c.bin'])
    .where('e.cancelled_at', 'is', null)
    .where(
      sql<boolean>`(e.paid_at is null or (e.paid_by is not null and not exists (select 1 from tariff_payment_entries l
        where l.company_id = e.company_id and l.entry_id = e.id)))`,
    )
    .orderBy(sql`e.paid_at is null desc`);
}

/** What payments could pay: bills of the company with the БИН of the payer, and open ones of that very sum. */
export function listCandidates(
  db: Handle,
  payers: readonly { payer_bin: string | null; amount_tiyn: bigint }[],
) {
  if (payers.length === 0) return Promise.resolve([]);
  const bins = payers.flatMap(({ payer_bin }) => (payer_bin === null ? [] : [payer_bin]));
  const sums = payers.map(({ amount_tiyn }) => String(amount_tiyn));
  return candidateQuery(db)
    .where(
      sql<boolean>`(c.bin = any(${bins}::text[])
        or (e.paid_at is null and e.amount_tiyn - e.credit_tiyn = any(${sums}::bigint[])))`,
    )
    .orderBy('e.payment_due_date')
    .orderBy('e.id')
    .limit(500)
    .execute();
}
export type CandidateRow = Awaited<ReturnType<typeof listCandidates>>[number];

/** By the number of the bill, or the name or БИН of its company; open ones first, and of each kind the newest. */
export function searchBills(
  db: Handle,
  { words, entry_ids }: { words: string; entry_ids: readonly number[] },
) {
  const like = words.replace(/[\\%_]/g, '\\$&');
  return candidateQuery(db)
    .where((eb) =>
      eb.or([
        eb('c.name', 'ilike', `%${like}%`),
        eb('c.bin', 'like', `${like}%`),
        ...(entry_ids.length > 0 ? [eb('e.id', 'in', [...entry_ids])] : []),
      ]),
    )
    .orderBy('e.payment_due_date', 'desc')
    .orderBy('e.id', 'desc')
    .limit(20)
    .execute();
}

export async function listTariffRows(
  db: Handle,
  query: {
    page: number;
    limit: number;
    search?: string | undefined;
    overdue?: boolean | undefined;
    today: string;
    is_sandbox: boolean;
  },
) {
  const { page, limit, search, overdue, today, is_sandbox } = query;
  const isBehind = sql<boolean>`exists (select 1 from tariff_entries e where e.company_id = c.id
    and e.paid_at is null and e.cancelled_at is null and e.payment_due_date <
      case when ${is_sandbox}::boolean then greatest(${today}::date, a.sandbox_day) else ${today}::date end)`;
  const words = search?.trim().replace(/[\\%_]/g, '\\$&');
  const found = db
    .selectFrom('companies as c')
    .leftJoin('tariff_accounts as a', 'a.company_id', 'c.id')
    .select(['c.id', 'c.name', 'c.bin', 'a.sandbox_day', 'a.blocked_since'])
    .select((eb) =>
      eb
        .selectFrom('tariff_changes as h')
        .select(sql<string | null>`min(h.scheduled_for)`.as('day'))
        .whereRef('h.company_id', '=', 'c.id')
        .where('h.is_applied', '=', false)
        .where('h.cancelled_at', 'is', null)
        .as('next_change'),
    )
    .where('c.role', '=', 'business')
    .where('c.status', '<>', 'deleted')
    .$if(Boolean(words), (q) =>
      q.where((eb) => eb.or([eb('c.name', 'ilike', `%${words}%`), eb('c.bin', 'like', `${words}%`)])),
    )
    .$if(overdue === true, (q) => q.where(isBehind))
    .orderBy(sql`${isBehind} desc`)
    .orderBy('c.id', 'desc');
  const [rows, count] = await Promise.all([rowsOfPage(found, { page, limit }), countRows(db, found)]);
  return { rows, ...count };
}
