import { sql } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle } from '../../platform/db/database.ts';

interface Asked extends Page {
  user_id?: number | undefined;
  by_user_id?: number | undefined;
  company_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  kind?: string | undefined;
}

/** The beginning of a day in Almaty. */
const dayBegins = (day: string, later = 0) =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp at time zone 'Asia/Almaty'`;

export async function listAudit(db: Handle, asked: Asked) {
  const { user_id, by_user_id, company_id, date_from, date_to, kind, ...page } = asked;
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
      'e.company_id',
      'c.name as company_name',
      'e.detail',
      'e.ip',
      'e.created_at',
    ])
    .$if(user_id !== undefined, (qb) => qb.where('e.user_id', '=', user_id!))
    .$if(by_user_id !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('e.by_user_id', '=', by_user_id!),
          eb.and([eb('e.by_user_id', 'is', null), eb('e.user_id', '=', by_user_id!)]),
        ]),
      ),
    )
    .$if(company_id !== undefined, (qb) => qb.where('e.company_id', '=', company_id!))
    .$if(date_from !== undefined, (qb) => qb.where('e.created_at', '>=', dayBegins(date_from!)))
    .$if(date_to !== undefined, (qb) => qb.where('e.created_at', '<', dayBegins(date_to!, 1)))
    .$if(kind !== undefined, (qb) => qb.where('e.kind', '=', kind!));
  return pageOfFound(db, found, found.orderBy('e.id', 'desc'), page);
}
