import type { BinKind } from '@kelisim/shared/features/bin/bin-kinds.ts';
import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export interface BinRow {
  id: number;
  name: string;
  party: string | null;
  amount_tiyn: bigint | null;
  deleted_at: Date;
  deleted_by: string | null;
  until: Date;
}

/** Who deleted a paper last, from its history. */
const deletedBy = (history: 'act_history' | 'document_history', paper: 'act_id' | 'document_id') => sql`(
  select u.full_name from ${sql.table(history)} h join users u on u.id = h.actor_user_id
  where h.company_id = d.company_id and h.${sql.ref(paper)} = d.id and h.action = 'delete'
  order by h.seq desc limit 1)`;

const IN_BIN: Record<BinKind, (company_id: number) => RawBuilder<BinRow>> = {
  act: (company_id) => sql`
    select d.id, d.number || '/' || d.year || ' · ' || d.title as name, x.name as party, d.amount_tiyn, d.deleted_at,
      ${deletedBy('act_history', 'act_id')} as deleted_by
    from acts d join companies x on x.id = d.contractor_company_id
    where d.company_id = ${company_id} and d.deleted_at is not null`,
  contract: (company_id) => sql`
    select d.id, d.number || ' · ' || d.title as name, x.name as party, null::bigint as amount_tiyn,
      d.updated_at as deleted_at, ${deletedBy('document_history', 'document_id')} as deleted_by
    from documents d join companies x on x.id = d.contractor_company_id
    where d.company_id = ${company_id} and d.status = 'deleted'`,
  template: (company_id) => sql`
    select d.id, d.name, null as party, null::bigint as amount_tiyn, d.deleted_at, u.full_name as deleted_by
    from contract_templates d left join users u on u.id = d.deleted_by
    where d.company_id = ${company_id} and d.deleted_at is not null`,
};

/** What the company deleted and can restore, the last deleted first. */
export async function listBin(
  db: Handle,
  company_id: number,
  { kind, page, limit }: { kind: BinKind; page: number; limit: number },
) {
  const kept = sql<BinRow>`select *, bin_ends(deleted_at) as until from (${IN_BIN[kind](company_id)}) thrown
    where bin_ends(deleted_at) > now()`;
  const { rows } = await sql<BinRow>`
    ${kept} order by deleted_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${kept} limit ${COUNT_LIMIT + 1}) found`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), is_exact: total <= COUNT_LIMIT };
}
