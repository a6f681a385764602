import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** As the view `balances` defines it; accrued = withheld + paid + under way + to pay + opening due - to return. */
export interface Balance {
  accrued_tiyn: bigint;
  withheld_tiyn: bigint;
  paid_tiyn: bigint;
  /** In open orders, or waiting for the answer to an annulment. */
  under_way_tiyn: bigint;
  to_pay_tiyn: bigint;
  /** Of signed acts below zero: what the executor gives back. */
  to_return_tiyn: bigint;
  /** Owed since before Kelisim; a debit that the bank shows covers it, never an order. */
  opening_due_tiyn: bigint;
  /** Paid before an act names it. */
  advance_tiyn: bigint;
}

/** Of whom; at least one side must be given. */
export interface BalanceOf {
  company_id?: number | undefined;
  executor_ids?: readonly number[] | undefined;
  contract_id?: number | undefined;
}

const SUMS = sql.join(
  ['accrued', 'withheld', 'paid', 'under_way', 'to_pay', 'to_return', 'opening_due', 'advance'].map(
    (part) => sql`coalesce(sum(${sql.ref(`${part}_tiyn`)}), 0)::bigint as ${sql.ref(`${part}_tiyn`)}`,
  ),
);

function those({ company_id, executor_ids, contract_id }: BalanceOf): RawBuilder<unknown> {
  return sql.join(
    [
      ...(company_id === undefined ? [] : [sql`company_id = ${company_id}`]),
      ...(executor_ids === undefined ? [] : [sql`executor_company_id = any(${[...executor_ids]}::bigint[])`]),
      ...(contract_id === undefined ? [] : [sql`contract_id = ${contract_id}`]),
    ],
    sql` and `,
  );
}

export async function sumBalance(db: Handle, of: BalanceOf): Promise<Balance> {
  const { rows } = await sql<Balance>`select ${SUMS} from balances where ${those(of)}`.execute(db);
  return rows[0]!;
}

/** Of each executor one row, to be joined to a list of them. */
export function balancesOfExecutors(of: BalanceOf): RawBuilder<Balance & { executor_company_id: number }> {
  return sql`(select executor_company_id, ${SUMS} from balances where ${those(of)} group by 1)`;
}

/** Of these executors, by executor; those without acts and advances are left out. */
export async function listExecutorBalances(db: Handle, of: BalanceOf): Promise<ReadonlyMap<number, Balance>> {
  const { rows } = await sql<
    Balance & { executor_company_id: number }
  >`select * from ${balancesOfExecutors(of)} b`.execute(db);
  return new Map(rows.map((row) => [row.executor_company_id, row]));
}

/** By contract, for those of one side. */
export async function listContractBalances(
  db: Handle,
  { role, company_id }: { role: 'business' | 'executor'; company_id: number },
): Promise<ReadonlyMap<number, Balance>> {
  const of = role === 'business' ? { company_id } : { executor_ids: [company_id] };
  const { rows } = await sql<Balance & { contract_id: number }>`
    select contract_id, ${SUMS} from balances where ${those(of)} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.contract_id, row]));
}

export const NO_BALANCE: Balance = {
  accrued_tiyn: 0n,
  withheld_tiyn: 0n,
  paid_tiyn: 0n,
  under_way_tiyn: 0n,
  to_pay_tiyn: 0n,
  to_return_tiyn: 0n,
  opening_due_tiyn: 0n,
  advance_tiyn: 0n,
};

export interface ContractBalance extends Balance {
  /** The other side. */
  party_id: number;
  party_name: string;
  party_bin: string;
  /** Null: of no contract, as an advance. */
  contract_id: number | null;
  contract_title: string | null;
}

/** By the other side and contract, those who are owed most first. */
export async function listBalances(
  db: Handle,
  of: BalanceOf,
  side: 'business' | 'executor',
  page: { page: number; limit: number },
): Promise<{ rows: ContractBalance[]; total: number }> {
  const party = sql.ref(side === 'business' ? 'b.executor_company_id' : 'b.company_id');
  const found = sql`balances b where ${those(of)}`;
  const { rows } = await sql<ContractBalance>`
    select p.id as party_id, p.name as party_name, p.bin as party_bin, d.id as contract_id, d.title as contract_title,
      b.accrued_tiyn, b.withheld_tiyn, b.paid_tiyn, b.under_way_tiyn, b.to_pay_tiyn, b.to_return_tiyn,
      b.opening_due_tiyn, b.advance_tiyn
    from (select * from ${found}) b join companies p on p.id = ${party}
    left join documents d on d.company_id = b.company_id and d.id = b.contract_id
    order by b.to_pay_tiyn desc, b.accrued_tiyn desc, p.sort_key, p.id, d.id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(db);
  return { rows, total: Number(count.rows[0]!.total) };
}
