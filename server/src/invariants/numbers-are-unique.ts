import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

export const numbersAreUnique: Invariant = {
  id: 'I15',
  title: 'numbers of acts and contracts are unique in a company, and the next one is free',
  async check({ db }) {
    const { rows } = await sql<{
      what: string;
      company_id: number;
      year: number;
      highest: number;
      twice: number;
      last: number | null;
    }>`
      select n.what, n.company_id, n.year, n.highest, n.twice, c.last
      from (
        select 'act' as what, company_id, year, max(number) as highest, count(*) - count(distinct number) as twice
        from acts group by company_id, year
        union all
        select type, company_id, 0, max(number::integer), count(*) - count(distinct number)
        from documents where not is_contract group by type, company_id
        union all
        -- A contract may have a number that nobody has counted.
        select 'contract', company_id, extract(year from date)::integer, 0,
          count(*) - count(distinct (coalesce(parent_id, 0), upper(number)))
        from documents where is_contract and status <> 'deleted' group by company_id, 3
      ) n
      left join counters c on c.company_id = n.company_id and c.name = n.what and c.year = n.year`.execute(
      db,
    );
    const faults = rows.flatMap((row) => {
      const where = `${row.what}s of company ${row.company_id}${row.year ? ` in ${row.year}` : ''}`;
      return [
        ...(row.twice > 0 ? [`${where} have ${row.twice} numbers twice`] : []),
        ...((row.last ?? 0) < row.highest
          ? [`${where} count on from ${row.last}, and ${row.highest} is taken`]
          : []),
      ];
    });
    return { checked: rows.length, faults };
  },
};
