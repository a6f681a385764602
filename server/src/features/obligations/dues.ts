import {
  OBLIGATION_KINDS,
  type ObligationKind,
} from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listFirstKept, listKeptOfMonths } from '../bookkeeping/public.ts';
import { listTold, type ToldRow } from './told.queries.ts';

/** One kind of a month: what is owed and what is known of its payment. */
export interface Due {
  month: string;
  kind: ObligationKind;
  amount_tiyn: bigint;
  /** The first day of the bank on which it was withheld; the first of the month where closed months have left it some. */
  since: string;
  /** What was paid less what came back. */
  paid_tiyn: bigint;
  told: ToldRow[];
  /** What was withheld of each person; nobody with nothing. */
  of: ReadonlyMap<number, bigint>;
}

/** What a company owes of each kind for each month of a span in which anything was withheld or paid. */
export async function listDues(
  db: Handle,
  company_id: number,
  span: { from: string; to: string },
): Promise<{ frozen_until: string | null; dues: Due[] }> {
  const { frozen_until, people } = await listKeptOfMonths(db, company_id, span);
  const told = await listTold(db, company_id, span);
  const first = new Map((await listFirstKept(db, company_id, span)).map((row) => [row.month, row]));
  const months = new Set([...people, ...told].map(({ month }) => month));
  const dues = [...months].flatMap((month) =>
    OBLIGATION_KINDS.map((kind): Due => {
      const rows = told.filter((row) => row.month === month && row.kind === kind);
      const of = new Map<number, bigint>();
      for (const row of people)
        if (row.month === month && row[`${kind}_tiyn`] !== 0n)
          of.set(row.executor_company_id, row[`${kind}_tiyn`]);
      const amount_tiyn = [...of.values()].reduce((sum, tiyn) => sum + tiyn, 0n);
      const own = first.get(month);
      const is_own = own?.[`${kind}_tiyn`] === amount_tiyn;
      return {
        month,
        kind,
        amount_tiyn,
        since: (is_own && own.first_days[`${kind}_tiyn`]) || `${month}-01`,
        paid_tiyn: rows.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n),
        told: rows,
        of,
      };
    }),
  );
  return { frozen_until, dues };
}

export interface Returned {
  /** Null: nobody has said whose it is. */
  person: { executor_company_id: number; name: string } | null;
  amount_tiyn: bigint;
  /** The last day on which any of it came back. */
  returned_on: string;
}

/** What came back and was not sent again, by person. Once the whole is paid, nothing of it is open. */
export function listReturned({
  amount_tiyn,
  paid_tiyn,
  told,
}: Pick<Due, 'amount_tiyn' | 'paid_tiyn' | 'told'>): Returned[] {
  if (paid_tiyn >= amount_tiyn) return [];
  const isOf = (row: ToldRow) => row.amount_tiyn < 0n || row.executor_company_id !== null;
  const groups = Map.groupBy(told.filter(isOf), ({ executor_company_id }) => executor_company_id);
  return [...groups].flatMap(([executor_company_id, rows]) => {
    const open = -rows.reduce((sum, row) => sum + row.amount_tiyn, 0n);
    const back = rows.findLast((row) => row.amount_tiyn < 0n);
    if (open <= 0n || !back) return [];
    const person = executor_company_id && { executor_company_id, name: back.person! };
    return [{ person: person || null, amount_tiyn: open, returned_on: back.paid_on }];
  });
}
