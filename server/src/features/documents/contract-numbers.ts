import { COUNTED } from '@kelisim/shared/features/documents/contract-number.ts';
import type { OtherPaper } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** What a contract is to be called: a number of its own, one with the place of the counter, or none. */
export interface AskedNumber {
  number?: string | undefined;
  date: string;
  /** An addendum is counted under its contract. */
  parent_id?: number | undefined;
  /** The invitation that holds the number already. */
  invitation_id?: number | undefined;
}

/**
 * Numbers of contracts that no other contract of that year has. A number is drawn into the file before the contract is
 * there; where that fails it stays unused.
 */
export async function takeContractNumbers(
  db: Handle,
  company_id: number,
  count: number,
  asked: AskedNumber,
  field = 'number',
): Promise<string[]> {
  assertNumberFor(asked, count, field);
  const own = ownNumber(asked.number);
  if (own) {
    if ((await freeOf(db, company_id, [own], asked)).length === 0)
      throw new Problem('document.number_taken', { field, values: { number: own } });
    return [own];
  }
  const pattern = plainNumber(asked.number ?? '') || COUNTED;
  const taken: string[] = [];
  while (taken.length < count) {
    const missing = count - taken.length;
    const first = await countOn(db, company_id, missing, 'document');
    const next = Array.from({ length: missing }, (_, i) => pattern.replaceAll(COUNTED, String(first + i)));
    taken.push(...(await freeOf(db, company_id, next, asked)));
  }
  return taken;
}

/** Many contracts cannot have one number: it must hold the place of the counter's. */
export function assertNumberFor(
  { number }: Pick<AskedNumber, 'number'>,
  count: number,
  field = 'number',
): void {
  if (count > 1 && ownNumber(number)) throw new Problem('document.number_for_many', { field });
}

/** The next number of papers that are no contracts; each type has its own. */
export async function takePaperNumber(db: Handle, company_id: number, type: OtherPaper): Promise<string> {
  return String(await countOn(db, company_id, 1, type));
}

/** The number where the counter has no part in it. */
export function ownNumber(asked: string | undefined): string | null {
  const number = plainNumber(asked ?? '');
  return number && !number.includes(COUNTED) ? number : null;
}

/** People write the sign before it, which papers print themselves. */
export function plainNumber(number: string): string {
  return number.replace(/\s+/g, ' ').trim().replace(/^№\s*/, '');
}

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
async function freeOf(
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
async function countOn(
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
