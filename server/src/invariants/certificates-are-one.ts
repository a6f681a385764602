import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  id: number;
  has_words: boolean;
  is_of_its_months: boolean;
  unsigned: number;
}

/** What is frozen is kept beside it, and nobody has two of one period to sign. */
export const certificatesAreOne: Invariant = {
  id: 'I25',
  title:
    'an income certificate has the words it was frozen with, and one of a period at most waits for its signature',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select d.id, c.said is not null as has_words,
        coalesce(c.said->>'month_from' = to_char(d.start_date, 'YYYY-MM')
          and c.said->>'month_to' = to_char(d.end_date, 'YYYY-MM'), true) as is_of_its_months,
        count(*) filter (where d.status = 'sent') over (
          partition by d.company_id, d.contractor_company_id, d.start_date, d.end_date) as unsigned
      from documents d
      left join income_certificates c on c.company_id = d.company_id and c.document_id = d.id and c.version = d.version
      where d.type = 'income_certificate'`.execute(db);
    const faults = rows.flatMap(({ id, has_words, is_of_its_months, unsigned }) => [
      ...(has_words ? [] : [`certificate ${id} says what nobody kept`]),
      ...(is_of_its_months ? [] : [`certificate ${id} is of other months than it says`]),
      ...(Number(unsigned) > 1 ? [`certificate ${id} waits beside another of its period`] : []),
    ]);
    return { checked: rows.length, faults };
  },
};
