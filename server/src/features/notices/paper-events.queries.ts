import type { OtherPaper } from '@kelisim/shared/features/documents/document-status.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

/** What a sentence calls a paper; papers that are no contracts have words and lists of their own. */
export type PaperWord = 'act' | 'document' | OtherPaper;

/** Of the document `d`, if it is one. */
export const wordOfPaper = (paper: string) =>
  sql`case when d.is_contract is false then d.type else ${sql.ref(paper)} end`;

export interface PaperEvent {
  id: number;
  paper: 'act' | 'document';
  company_id: number;
  contractor_company_id: number;
  paper_id: number;
  seq: number;
  /** A deed of its history, or words at an act, whose number is `seq` then. */
  action: (Tables['act_history'] | Tables['document_history'])['action'] | 'comment';
  actor_side: string;
  actor_user_id: number | null;
  to_status: string;
  /** As it is by now; null of an act that was deleted. */
  status: string | null;
  number: string;
  word: PaperWord;
  /** An act that comes for the first time since its executor returned it: they wait for it. */
  is_asked_for: boolean;
}

const GATHERING = sql`hashtextextended('notices.gather', 0)`;

/** Notices that are read together are counted by one server at a time; false when another does. */
export async function holdGathering(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${GATHERING}) as held`.execute(tx);
  return rows[0]!.held;
}

/** The same once another server is done. */
export async function waitToGather(tx: Tx): Promise<true> {
  await sql`select pg_advisory_xact_lock(${GATHERING})`.execute(tx);
  return true;
}

/** The oldest that nobody has been told of yet. */
export const listDueEvents = (db: Handle, limit: number) =>
  db
    .selectFrom('paper_events')
    .select([
      'id',
      'company_id',
      sql<boolean>`exists (select from failing_jobs f
        where f.job = 'notices.gather' and f.subject_id = paper_events.id)`.as('has_failed'),
    ])
    .where(isDue('notices.gather', sql.ref('paper_events.id')))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Takes events away and returns them; they come back when the transaction does not end well. */
export async function takePaperEvents(tx: Tx, ids: number[]): Promise<PaperEvent[]> {
  const { rows } = await sql<PaperEvent>`
    with taken as (
      delete from paper_events where id in (
        select id from paper_events where id = any(${ids}::bigint[]) order by id for update skip locked)
      returning *)
    select t.id, t.paper, t.company_id, t.paper_id, t.seq, t.action, t.actor_side, t.actor_user_id, t.to_status,
      coalesce(a.contractor_company_id, d.contractor_company_id) as contractor_company_id,
      case when a.deleted_at is null then coalesce(a.status, d.status) end as status,
      coalesce(a.number || '/' || a.year, d.number::text) as number, ${wordOfPaper('t.paper')} as word,
      t.paper = 'act' and t.action = 'send' and (select h.action = 'return' and h.actor_side = 'executor'
        from act_history h where h.company_id = t.company_id and h.act_id = t.paper_id and h.seq < t.seq
          and h.action in ('send', 'return') order by h.seq desc limit 1) is true as is_asked_for
    from taken t
    left join acts a on t.paper = 'act' and a.company_id = t.company_id and a.id = t.paper_id
    left join documents d on t.paper = 'document' and d.company_id = t.company_id and d.id = t.paper_id
    order by t.id`.execute(tx);
  return rows;
}
