import { addDays, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { findFrozenUntil } from './frozen.queries.ts';
import { debt, inMonths, sources } from './ledger.queries.ts';
import { NEVER } from './months.ts';

/**
 * Of each executor what the company owed before a period and after it, and whether the ledger says anything in it, out
 * of the sums kept by month (`act_totals`, side `ledger`): row by row only the months are read that a border of the
 * period, or of the frozen days, cuts in two. Two late rows that cancel each other to nothing are not seen.
 */
export async function owedByExecutor(
  db: Handle,
  company_id: number,
  { date_from, date_to }: { date_from: string; date_to: string },
): Promise<RawBuilder<unknown>> {
  const closed = (await findFrozenUntil(db, company_id)) ?? NEVER;
  const open_from = addDays(closed, 1);
  const cut = new Set(
    [date_from, addDays(date_to, 1), open_from]
      .filter((day) => !day.endsWith('-01'))
      .map((day) => day.slice(0, 7)),
  );
  const months = [...cut].map((month) => ({ from: `${month}-01`, to: lastDayOf(month) }));
  const of = (measure: 'owed' | 'frozen', what: 'rows' | 'tiyn', days: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(what)}) filter (where measure = ${measure} and ${days}), 0)`;
  const before = sql`date < ${date_from}`;
  const until = sql`date <= ${date_to}`;
  const since_closed = sql`date > ${closed}`;
  const in_closed = sql`date <= ${closed}`;
  const late =
    date_from <= open_from && open_from <= date_to
      ? sql`or ${of('owed', 'rows', in_closed)} <> ${of('frozen', 'rows', in_closed)}
          or ${of('owed', 'tiyn', in_closed)} <> ${of('frozen', 'tiyn', in_closed)}`
      : sql``;
  return sql`(
    select executor_company_id,
      ${of(date_from > open_from ? 'owed' : 'frozen', 'tiyn', before)} as opening,
      ${of(date_to > closed ? 'owed' : 'frozen', 'tiyn', until)} as closing,
      (${of('frozen', 'rows', sql`not ${before} and ${until}`)} > 0
        or ${of('owed', 'rows', sql`not ${before} and ${until} and ${since_closed}`)} > 0 ${late}) as is_moved
    from (
      select other_company_id as executor_company_id, measure, month as date, count as rows, amount_tiyn as tiyn
      from act_totals_now where company_id = ${company_id} and side = 'ledger'
        and not month = any(${months.map(({ from }) => from)}::date[])
      union all
      select executor_company_id, 'owed', date, 1, ${debt} from (${sources({ company_id }, months)}) l
      union all
      select executor_company_id, 'frozen', date, 1, ${debt} from frozen_ledger
      where company_id = ${company_id} and (${inMonths('date', months)})
    ) t group by 1
  )`;
}
