import { countRows } from '../../platform/db/count-rows.ts';
import type { Handle } from '../../platform/db/database.ts';

interface Asked {
  limit: number;
  offset: number;
  user_id?: number | undefined;
  kind?: string | undefined;
}

export async function listAudit(db: Handle, { limit, offset, user_id, kind }: Asked) {
  const found = db
    .selectFrom('security_events as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('users as by', 'by.id', 'e.by_user_id')
    .leftJoin('companies as c', 'c.id', 'e.company_id')
    .select([
      'e.id',
      'e.kind',
      'e.user_id',
      'u.full_name',
      'e.by_user_id',
      'by.full_name as by_name',
      'c.name as company_name',
      'e.detail',
      'e.ip',
      'e.created_at',
    ])
    .$if(user_id !== undefined, (qb) => qb.where('e.user_id', '=', user_id!))
    .$if(kind !== undefined, (qb) => qb.where('e.kind', '=', kind!));
  const [rows, count] = await Promise.all([
    found.orderBy('e.id', 'desc').limit(limit).offset(offset).execute(),
    countRows(db, found),
  ]);
  return { rows, ...count };
}
