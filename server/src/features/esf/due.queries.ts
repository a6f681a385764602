import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { USUAL_TURNOVER_RULE, type TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql, type RawBuilder } from 'kysely';
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

/** By which rule a seller issued last: who once chose the end of the period goes on with it. */
const ruleOfSeller = (seller: RawBuilder<unknown>) => sql<TurnoverRule>`coalesce((select e.turnover_rule
  from esf_documents e where e.seller_company_id = ${seller} and e.turnover_rule is not null
  order by e.id desc limit 1), ${USUAL_TURNOVER_RULE})`;

export async function findTurnoverRule(db: Handle, seller_company_id: number): Promise<TurnoverRule> {
  const { rows } = await sql<{
    rule: TurnoverRule;
  }>`select ${ruleOfSeller(sql`${seller_company_id}`)} as rule`.execute(db);
  return rows[0]!.rule;
}

/** An invoice that stands or is on its way, here or as ИС ЭСФ told the company. */
const living = sql<boolean>`exists (select 1 from invoices_of_acts v where v.company_id = a.company_id and v.act_id = a.id)`;

/** Individuals issue none, under a civil-law contract or as self-employed; what they were when the work was done. */
const issues = sql<boolean>`coalesce((select d.standing from standing_on(s.id, a.end_date) d), s.type)
  not in ('individual', 'self_employed')`;

/** Whether the executor of an act issues invoices at all. */
export async function findIssues(db: Handle, act: { company_id: number; id: number }): Promise<boolean> {
  const { rows } = await sql<{ issues: boolean }>`select ${issues} as issues
    from acts a join companies s on s.id = a.contractor_company_id
    where a.company_id = ${act.company_id} and a.id = ${act.id}`.execute(db);
  return rows.some((row) => row.issues);
}

/** What takes back has the other invoice. */
const awaited = sql<boolean>`a.status in (${sql.join(BOTH_SIGNED)}) and a.deleted_at is null and a.amount_tiyn > 0
  and ${issues} and s.status <> 'deleted' and c.status <> 'deleted' and not ${living}`;

/** In how many calendar days after its turnover an invoice is due, between two days. */
export interface Term {
  valid_from: string;
  valid_until: string;
  days: number;
}

export interface AwaitedInvoice {
  company_id: number;
  act_id: number;
  seller_company_id: number;
  number: string;
  /** The term runs by the rule that the seller goes by; null where no term is known for the turnover. */
  due_by: string | null;
  customer: string;
  asked_at: Date | null;
  due_told_at: Date | null;
}

/** The day of an awaited invoice's turnover and the last of its term, told, shown and looked for by this one definition. */
const awaitedBy = (terms: readonly Term[]) => sql`
  acts a join companies c on c.id = a.company_id join companies s on s.id = a.contractor_company_id
  left join esf_reminders r on r.company_id = a.company_id and r.act_id = a.id
  left join lateral (select max((h.created_at at time zone 'Asia/Almaty')::date) as day from act_history h
    where h.company_id = a.company_id and h.act_id = a.id and h.action = 'sign' and h.to_status = 'signed') h on true
  left join lateral (select case ${ruleOfSeller(sql`a.contractor_company_id`)}
    when 'period_end' then a.end_date else h.day end as day) turnover on true
  left join lateral (select turnover.day + t.days as day
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as t (valid_from date, valid_until date, days int)
    -- Of terms that overlap the one that begins later counts, as with every figure of law.
    where turnover.day between t.valid_from and t.valid_until order by t.valid_from desc limit 1) due on true`;
const columns = sql`a.company_id, a.id as act_id, a.contractor_company_id as seller_company_id, due.day as due_by,
  a.number || '/' || a.year as number, c.name as customer, r.asked_at, r.due_told_at`;

/** The act whose invoice its executor has yet to issue; undefined when nobody waits for one. */
export async function findAwaitedInvoice(
  db: Handle,
  company_id: number,
  act_id: number,
  terms: readonly Term[],
): Promise<AwaitedInvoice | undefined> {
  const { rows } = await sql<AwaitedInvoice>`
    select ${columns} from ${awaitedBy(terms)}
    where a.company_id = ${company_id} and a.id = ${act_id} and ${awaited}`.execute(db);
  return rows[0];
}

/**
 * Acts whose term ends by a day, with no invoice, of which the executor was not told yet. Where the end of the period
 * lay far back when both had signed, they are told at once. Only of those who issue here or pay VAT: others keep their
 * invoices elsewhere.
 */
export async function listDueInvoices(
  db: Handle,
  { today, due_by }: { today: string; due_by: string },
  terms: readonly Term[],
  limit: number,
): Promise<AwaitedInvoice[]> {
  if (terms.length === 0) return [];
  const days = terms.map((one) => one.days);
  const [from, to] = [addDays(today, -Math.max(...days)), addDays(due_by, -Math.min(...days))];
  const { rows } = await sql<AwaitedInvoice>`
    select ${columns} from ${awaitedBy(terms)}
    where (a.company_id, a.id) in (
        select h.company_id, h.act_id from act_history h where h.action = 'sign' and h.to_status = 'signed'
          and h.created_at >= ${from}::date::timestamp at time zone 'Asia/Almaty'
        union
        select p.company_id, p.id from acts p where p.end_date between ${from} and ${to}
          and p.contractor_company_id in (select seller_company_id from esf_documents where turnover_rule = 'period_end'))
      and ${awaited} and r.due_told_at is null
      and due.day <= ${due_by} and greatest(turnover.day, h.day) >= ${from}
      and (a.vat_rate is not null or exists (select 1 from esf_credentials l where l.company_id = s.id))
    order by due.day, a.id limit ${limit}`.execute(db);
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
