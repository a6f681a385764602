import type { OtherPaper } from '@kelisim/shared/features/documents/document-status.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Those whose number is taken in the year of their day. */
export async function listTaken<Asked extends { number: string; date: string }>(
  db: Handle,
  company_id: number,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const { rows } = await sql<{ place: number }>`
    select w.place::int as place
    from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ date }) => date)}::date[])
      with ordinality w (number, date, place)
    where not (${isFree(company_id, {})}) order by w.place`.execute(db);
  return rows.map(({ place }) => asked[place - 1]!);
}

/** Those that neither a contract nor an invitation has, in their order. */
export async function freeOf(
  db: Handle,
  company_id: number,
  numbers: readonly string[],
  { date, ...asked }: AskedNumber,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select w.number from (select number, place, ${date}::date as date
      from unnest(${[...numbers]}::text[]) with ordinality n (number, place)) w
    where ${isFree(company_id, asked)} order by w.place`.execute(db);
  return rows.map(({ number }) => number);
}

/** Of a number `w` with its date. A year has numbers of its own. */
const isFree = (
  company_id: number,
  { parent_id = 0, invitation_id = 0 }: Omit<AskedNumber, 'date'>,
) => sql<boolean>`
  not exists (select 1 from documents d
    where d.company_id = ${company_id} and coalesce(d.parent_id, 0) = ${parent_id}
      and upper(d.number) = upper(w.number) and extract(year from d.date) = extract(year from w.date)
      and d.is_contract and d.status <> 'deleted')
  and (${parent_id} <> 0 or not exists (select 1 from invitations i
    where i.company_id = ${company_id} and i.id <> ${invitation_id} and i.status in ('sent', 'opened')
      and upper(i.contract_number) = upper(w.number)
      and extract(year from i.contract_date) = extract(year from w.date)))`;

/** Draws so many in a row; answers the first. */
export async function countOn(
  db: Handle,
  company_id: number,
  count: number,
  name: 'document' | OtherPaper,
): Promise<number> {
  const { last } = await db
    .insertInto('counters')
    .values({ company_id, name, year: 0, last: count })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'name', 'year'])
        .doUpdateSet((eb) => ({ last: eb('counters.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** What a contract is to be called: a number of its own, one with the place of the counter, or none. */
export interface AskedNumber {
  number?: string | undefined;
  date: string;
  /** An addendum is counted under its contract. */
  parent_id?: number | undefined;
  /** The invitation that holds the number already. */
  invitation_id?: number | undefined;
}
