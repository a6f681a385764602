import { COUNT_LIMIT } from '@kelisim/shared/kernel/paging.ts';
import { sql } from 'kysely';
import { rowsOfPage } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

function seenActs(db: Handle) {
  return db
    .selectFrom('acts as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .select([
      'a.id',
      'a.number',
      'a.year',
      'a.status',
      'a.act_date',
      'a.amount_tiyn',
      'a.updated_at',
      'a.deleted_at',
      'a.company_id',
      'c.name as company_name',
      'c.bin as company_bin',
      'a.contractor_company_id',
      'x.name as contractor_name',
      'x.bin as contractor_bin',
    ])
    .select((eb) =>
      eb
        .selectFrom('act_history as h')
        .innerJoin('users as u', 'u.id', 'h.actor_user_id')
        .select('u.full_name')
        .whereRef('h.company_id', '=', 'a.company_id')
        .whereRef('h.act_id', '=', 'a.id')
        .where('h.action', '=', 'delete')
        .where('a.deleted_at', 'is not', null)
        .orderBy('h.seq', 'desc')
        .limit(1)
        .as('deleted_by'),
    );
}
export type SeenActRow = Awaited<ReturnType<ReturnType<typeof seenActs>['executeTakeFirstOrThrow']>>;

export function getSeenAct(db: Handle, act_id: number): Promise<SeenActRow> {
  return seenActs(db).where('a.id', '=', act_id).executeTakeFirstOrThrow();
}

interface Asked {
  page: number;
  limit: number;
  deleted: boolean;
  search?: string | undefined;
}

/** Of every company: by id the living ones, by the time of their deletion the others. */
export async function listSeenActs(db: Handle, { page, limit, deleted, search }: Asked) {
  const words = search?.trim() ?? '';
  const number = /^(\d{1,9})(?:\/(\d{4}))?$/.exec(words);
  const bin = /^\d{12}$/.test(words) ? words : null;
  // What is neither a number nor a БИН finds nothing: names belong to the list of companies.
  const finds = words === '' || number !== null || bin !== null;
  const found = seenActs(db)
    .where('a.deleted_at', deleted ? 'is not' : 'is', null)
    .$if(!finds, (qb) => qb.where(sql<boolean>`false`))
    .$if(number !== null, (qb) => qb.where('a.number', '=', Number(number![1])))
    .$if(Boolean(number?.[2]), (qb) => qb.where('a.year', '=', Number(number![2])))
    .$if(bin !== null, (qb) => qb.where((eb) => eb.or([eb('c.bin', '=', bin!), eb('x.bin', '=', bin!)])));
  const counted = db
    .selectFrom(
      found
        .clearSelect()
        .select('a.id')
        .limit(COUNT_LIMIT + 1)
        .as('found'),
    )
    .select(sql<number>`count(*)`.as('total'));
  const sorted = deleted ? found.orderBy('a.deleted_at', 'desc') : found;
  const [rows, { total }] = await Promise.all([
    rowsOfPage(sorted.orderBy('a.id', 'desc'), { page, limit }),
    counted.executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Math.min(total, COUNT_LIMIT), is_exact: total <= COUNT_LIMIT };
}

/** Whoever's it is, deleted or not: for support alone. */
export function lockAnyAct(tx: Tx, act_id: number) {
  return tx.selectFrom('acts').selectAll().where('id', '=', act_id).forUpdate().executeTakeFirst();
}
