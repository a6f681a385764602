import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { USUAL_TURNOVER_RULE, type TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

/** The day in Almaty on which the second side signed; null while one has not. */
export async function findSignedOn(
  db: Handle,
  act: { company_id: number; id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('act_history')
    .select(sql<string>`(created_at at time zone 'Asia/Almaty')::date`.as('day'))
    .where('company_id', '=', act.company_id)
    .where('act_id', '=', act.id)
    .where('action', '=', 'sign')
    .where('to_status', '=', 'signed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** By which rule the seller issued last: who once chose the end of the period goes on with it. */
export async function findTurnoverRule(db: Handle, seller_company_id: number): Promise<TurnoverRule> {
  const last = await db
    .selectFrom('esf_documents')
    .select('turnover_rule')
    .where('seller_company_id', '=', seller_company_id)
    .where('turnover_rule', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.turnover_rule ?? USUAL_TURNOVER_RULE;
}

/** An invoice that stands or is on its way, here or as ИС ЭСФ told the company. */
const living = sql<boolean>`exists (select 1 from invoices_of_acts v where v.company_id = a.company_id and v.act_id = a.id)`;

/** Individuals under civil-law contracts issue none, and neither does what takes back; theirs is the other invoice. */
const awaited = sql<boolean>`a.status in (${sql.join(BOTH_SIGNED)}) and a.deleted_at is null and a.amount_tiyn > 0
  and s.type <> 'individual' and s.status <> 'deleted' and c.status <> 'deleted' and not ${living}`;

export interface AwaitedInvoice {
  company_id: number;
  act_id: number;
  seller_company_id: number;
  number: string;
  end_date: string;
  signed_on: string | null;
  customer: string;
  asked_at: Date | null;
  due_told_at: Date | null;
}

const columns = sql`a.company_id, a.id as act_id, a.contractor_company_id as seller_company_id, a.end_date,
  a.number || '/' || a.year as number, c.name as customer, r.asked_at, r.due_told_at`;
const tables = sql`acts a join companies c on c.id = a.company_id join companies s on s.id = a.contractor_company_id
  left join esf_reminders r on r.company_id = a.company_id and r.act_id = a.id`;

/** The act whose invoice its executor has yet to issue; undefined when nobody waits for one. */
export async function findAwaitedInvoice(
  db: Handle,
  company_id: number,
  act_id: number,
): Promise<AwaitedInvoice | undefined> {
  const { rows } = await sql<Omit<AwaitedInvoice, 'signed_on'>>`
    select ${columns} from ${tables}
    where a.company_id = ${company_id} and a.id = ${act_id} and ${awaited}`.execute(db);
  const [row] = rows;
  return row && { ...row, signed_on: await findSignedOn(db, { company_id, id: act_id }) };
}

/**
 * Acts signed between two days, with no invoice, of which the executor was not told yet. Only of those who issue here or
 * pay VAT: others keep their invoices elsewhere.
 */
export async function listDueInvoices(
  db: Handle,
  signed: { from: string; to: string },
  limit: number,
): Promise<AwaitedInvoice[]> {
  const { rows } = await sql<AwaitedInvoice>`
    select ${columns}, h.day as signed_on
    from (select h.company_id, h.act_id, max((h.created_at at time zone 'Asia/Almaty')::date) as day
      from act_history h where h.action = 'sign' and h.to_status = 'signed'
        and h.created_at >= ${signed.from}::date::timestamp at time zone 'Asia/Almaty'
        and h.created_at < (${signed.to}::date + 1)::timestamp at time zone 'Asia/Almaty'
      group by 1, 2) h
    join ${tables} on true
    where a.company_id = h.company_id and a.id = h.act_id and ${awaited} and r.due_told_at is null
      and (a.vat_rate is not null or exists (select 1 from esf_credentials l where l.company_id = s.id))
    order by h.day, a.id limit ${limit}`.execute(db);
  return rows;
}

/** False when somebody was quicker: told by the clock already, or asked by the company on this very day. */
export async function keepReminder(
  tx: Tx,
  { company_id, act_id }: { company_id: number; act_id: number },
  by: 'clock' | 'company',
  now: Date,
): Promise<boolean> {
  const column = by === 'clock' ? 'due_told_at' : 'asked_at';
  const free =
    by === 'clock'
      ? sql<boolean>`esf_reminders.due_told_at is null`
      : sql<boolean>`esf_reminders.asked_at is null or (esf_reminders.asked_at at time zone 'Asia/Almaty')::date
          < (${now}::timestamptz at time zone 'Asia/Almaty')::date`;
  const kept = await tx
    .insertInto('esf_reminders')
    .values({ company_id, act_id, [column]: now })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'act_id'])
        .doUpdateSet({ [column]: now })
        .where(free),
    )
    .executeTakeFirst();
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
