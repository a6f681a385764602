import type { ActSide, ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { sql, type Selectable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import type { Tables } from '../../platform/db/tables.ts';

type ActHistory = Selectable<Tables['act_history']>;

export interface HistoryRow {
  action: ActHistory['action'];
  side: ActSide;
  user_id: number | null;
  company_id: number | null;
  from_status: ActStatus | null;
  to_status: ActStatus;
  version: number;
  note: string | null;
  content_hash: Buffer | null;
  /** The paper that the deed was over, the one it made included. */
  file_id: number | null;
  means: string | null;
  ip: string | null;
  api_key_id: number | null;
}

/** The caller holds the lock of the act, so the numbers of its history have no gap and no twin. */
export async function addHistory(tx: Tx, company_id: number, act_id: number, row: HistoryRow): Promise<void> {
  const seq = sql<number>`(select coalesce(max(seq), 0) + 1 from act_history where company_id = ${company_id} and act_id = ${act_id}) ${ONE_PLAN}`;
  await tx
    .insertInto('act_history')
    .values({ company_id, act_id, seq, ...columnsOf(row) })
    .execute();
}

/** The first lines of acts that were made just now. */
export async function beginHistories(
  tx: Tx,
  company_id: number,
  acts: readonly { id: number; line: HistoryRow }[],
): Promise<void> {
  await tx
    .insertInto('act_history')
    .values(acts.map(({ id, line }) => ({ company_id, act_id: id, seq: 1, ...columnsOf(line) })))
    .execute();
}

function columnsOf({ side, user_id, company_id, ...row }: HistoryRow) {
  return { ...row, actor_side: side, actor_user_id: user_id, actor_company_id: company_id };
}

/** The newest paper of an act that was sent, but for one of them. */
export function findEarlierFile(
  db: Handle,
  { company_id, id }: { company_id: number; id: number },
  but_file_id: number | null,
) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('act_history')
        .select(sql<number>`max(file_id)`.as('id'))
        .where((eb) => eb.and({ company_id, act_id: id }))
        .where('file_id', '<>', but_file_id ?? 0),
    )
    .modifyEnd(ONE_PLAN)
    .executeTakeFirst();
}

/** The newest line of the history of an act. */
export function findLastDeed(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('act_history')
    .select(['action', 'actor_side'])
    .where((eb) => eb.and({ company_id, act_id }))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function listHistory(db: Handle, company_id: number, act_id: number) {
  return db
    .selectFrom('act_history as h')
    .leftJoin('companies as c', 'c.id', 'h.actor_company_id')
    .leftJoin('users as u', 'u.id', 'h.actor_user_id')
    .leftJoin('api_keys as k', 'k.id', 'h.api_key_id')
    .select([
      'k.name as api_key',
      'h.id',
      'h.act_id',
      'h.seq',
      'h.action',
      'h.actor_company_id',
      'h.actor_side',
      'h.from_status',
      'h.to_status',
      'h.version',
      'h.note',
      'h.means',
      'h.ip',
      'h.content_hash',
      'h.created_at',
      'c.name as company_name',
      'u.full_name as user_name',
    ])
    .select(sql<Buffer | null>`lag(h.content_hash) over (order by h.seq)`.as('hash_before'))
    .where((eb) => eb.and({ 'h.company_id': company_id, 'h.act_id': act_id }))
    .orderBy('h.seq', 'desc')
    .execute();
}
