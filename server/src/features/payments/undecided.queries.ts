import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/**
 * Of an operation `p`: its other side is this executor, by БИН or by an account that is or was theirs. Only of executors of
 * the company, so that nobody learns whose an account is by asking for a stranger.
 */
export const isWithExecutor = (executor_company_id: number) => sql<boolean>`exists (
  select from executors e join companies x on x.id = e.executor_company_id
  where e.company_id = p.company_id and x.id = ${executor_company_id}
  and (x.bin = p.counterparty_bin or exists (select from bank_requisites r
    where r.company_id = x.id and r.iban = p.counterparty_iban)))`;

export interface Undecided {
  operations: number;
  amount_tiyn: bigint;
  /** The bank's day of the last of them. */
  last_on: string;
}

/** Debits to each of these executors that statements show and about which nobody has said anything yet. */
export async function listUndecided(
  db: Handle,
  company_id: number,
  executor_ids: readonly number[],
): Promise<ReadonlyMap<number, Undecided>> {
  // By БИН and by account apart: a month of a large company has as many debits as payees, and their product is slow.
  const { rows } = await sql<Undecided & { payee: number }>`
    with open as materialized (
      select id, day, amount_tiyn, counterparty_bin, counterparty_iban from bank_operations
      where company_id = ${company_id} and state = 'unmatched' and direction = 'out' and currency = 'KZT'
    ), found as (
      select x.id as payee, o.id from companies x join open o on o.counterparty_bin = x.bin
      where x.id = any(${[...executor_ids]}::bigint[])
      union
      select r.company_id, o.id from bank_requisites r join open o on o.counterparty_iban = r.iban
      where r.company_id = any(${[...executor_ids]}::bigint[])
    )
    select f.payee, count(*) as operations, sum(o.amount_tiyn)::bigint as amount_tiyn, max(o.day) as last_on
    from found f join open o on o.id = f.id group by f.payee`.execute(db);
  return new Map(rows.map(({ payee, ...undecided }) => [payee, undecided]));
}
