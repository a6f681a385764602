import { IN_SIGNING } from '@kelisim/shared/features/acts/act-status.ts';
import { CONTRACTS_IN_SIGNING } from '@kelisim/shared/features/documents/document-status.ts';
import { USUAL_REMINDERS } from '@kelisim/shared/features/notices/notices.contract.ts';
import { sql } from 'kysely';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';
import { wordOfPaper, type PaperWord } from './paper-events.queries.ts';

/** What waits longer than that is not waited for any more. */
const FORGOTTEN_AFTER_DAYS = 90;

export interface ReminderSettings {
  is_on: boolean;
  every_days: number;
  most: number;
}

export async function findReminderSettings(db: Handle, company_id: number): Promise<ReminderSettings> {
  const row = await db
    .selectFrom('reminder_settings')
    .select(['is_on', 'every_days', 'most'])
    .where('company_id', '=', company_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { ...USUAL_REMINDERS };
}

export async function addReminderSettings(
  db: Handle,
  settings: ReminderSettings & { company_id: number; set_by: number },
): Promise<void> {
  await db.insertInto('reminder_settings').values(settings).execute();
}

/**
 * Papers whose next signature is somebody's: `to_company_id`. Of a paper that the other side has to sign first nobody
 * is reminded before. It has waited since it became theirs: since it was sent, or since the other party signed.
 */
const waitingPapers = sql`
  select 'act' as paper, a.company_id, a.id as paper_id, a.version, a.year || '' as year, a.number::text,
    case when a.status = 'signed_by_executor' then a.company_id else a.contractor_company_id end as to_company_id,
    case when a.status = 'signed_by_executor' then 'business' else 'executor' end as to_side,
    (select max(h.created_at) from act_history h where h.company_id = a.company_id and h.act_id = a.id
      and h.action in ('send', 'sign')) as since
  from acts a where a.deleted_at is null and a.status in (${sql.join(IN_SIGNING)})
  union all
  select 'document', d.company_id, d.id, d.version, '', d.number,
    case when w.for_company then d.company_id else d.contractor_company_id end,
    case when w.for_company then 'business' else 'executor' end,
    (select max(h.created_at) from document_history h where h.company_id = d.company_id and h.document_id = d.id
      and h.action in ('send', 'sign'))
  from documents d
  cross join lateral (select d.status = 'signed_by_executor' or d.type = 'income_certificate' as for_company) w
  where d.status in (${sql.join(CONTRACTS_IN_SIGNING)})`;

const duePapers = (now: Date) => sql`
  select w.*, coalesce(r.turns, 0) + 1 as turn
  from (${waitingPapers}) w
  left join lateral (select is_on, every_days, most from reminder_settings s
    where s.company_id = w.company_id order by s.id desc limit 1) s on true
  left join lateral (select max(p.turn) as turns, max(p.reminded_at) as last from paper_reminders p
    where p.company_id = w.company_id and p.paper = w.paper and p.paper_id = w.paper_id and p.version = w.version
      and p.to_company_id = w.to_company_id) r on true
  where not exists (select 1 from companies c where c.id in (w.company_id, w.to_company_id) and c.status = 'deleted')
    and coalesce(s.is_on, ${USUAL_REMINDERS.is_on})
    and coalesce(r.turns, 0) < coalesce(s.most, ${USUAL_REMINDERS.most})
    and w.since > ${now}::timestamptz - make_interval(days => ${FORGOTTEN_AFTER_DAYS})
    and greatest(w.since, r.last) <= ${now}::timestamptz
      - make_interval(days => coalesce(s.every_days, ${USUAL_REMINDERS.every_days}))`;

export interface Pair {
  company_id: number;
  to_company_id: number;
  to_side: 'business' | 'executor';
}

/** Who has to be reminded by whom. */
export async function listDuePairs(db: Database, now: Date, limit: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select distinct d.company_id, d.to_company_id, d.to_side from (${duePapers(now)}) d
    order by 1, 2 limit ${limit}`.execute(db);
  return rows;
}

export interface RemindedPaper {
  paper: 'act' | 'document';
  paper_id: number;
  word: PaperWord;
}

/** Writes down that all due papers of a pair are reminded of now; those that another server was first with are not here. */
export async function keepReminders(tx: Tx, pair: Pair, now: Date): Promise<RemindedPaper[]> {
  const { rows } = await sql<RemindedPaper>`
    with added as (
      insert into paper_reminders (company_id, paper, paper_id, version, to_company_id, turn, reminded_at)
      select company_id, paper, paper_id, version, to_company_id, turn, ${now}::timestamptz
      from (${duePapers(now)}) d
      where d.company_id = ${pair.company_id} and d.to_company_id = ${pair.to_company_id}
      order by paper, paper_id
      on conflict do nothing returning paper, paper_id)
    select paper, paper_id, ${wordOfPaper('paper')} as word
    from added left join documents d on paper = 'document' and d.id = paper_id order by paper, paper_id`.execute(
    tx,
  );
  return rows;
}

/** Whose papers of a company these are; two names say that there are several. */
export async function listExecutorNames(
  tx: Tx,
  company_id: number,
  papers: readonly RemindedPaper[],
): Promise<string[]> {
  const idsOf = (paper: RemindedPaper['paper']) =>
    papers.flatMap((one) => (one.paper === paper ? [one.paper_id] : []));
  const { rows } = await sql<{ name: string }>`
    select name from companies where id in (
      select contractor_company_id from acts
      where company_id = ${company_id} and id = any(${idsOf('act')}::bigint[])
      union select contractor_company_id from documents
      where company_id = ${company_id} and id = any(${idsOf('document')}::bigint[])) limit 2`.execute(tx);
  return rows.map(({ name }) => name);
}

/** How a paper is called. */
export async function getPaperNumber(tx: Tx, { paper, paper_id }: RemindedPaper): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select number || '/' || year as number from acts where ${paper} = 'act' and id = ${paper_id}
    union all select number::text from documents where ${paper} = 'document' and id = ${paper_id}`.execute(
    tx,
  );
  return rows[0]!.number;
}
