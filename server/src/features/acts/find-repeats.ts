import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { ReadAct, Repeat } from './read-act-rows.ts';
import { findAlike, keyOf, type Alike } from './import.queries.ts';

const alikeOf = ({ input, amount_tiyn }: ReadAct): Alike => ({ ...input, amount_tiyn });

/** Acts of the table that repeat an earlier row or an act of the company: the same executor, period and sum. */
export async function findRepeats(
  db: Handle,
  company_id: number,
  acts: readonly ReadAct[],
): Promise<Map<ReadAct, Repeat>> {
  const known = await findAlike(db, company_id, acts.map(alikeOf));
  const first = new Map<string, number>();
  const repeats = new Map<ReadAct, Repeat>();
  for (const act of acts) {
    const key = keyOf(alikeOf(act));
    const of_row = first.get(key) ?? null;
    const there = known.get(key) ?? null;
    if (of_row === null) first.set(key, act.row);
    if (of_row === null && there === null) continue;
    const { row, rows, contractor, amount_tiyn } = act;
    repeats.set(act, {
      row,
      rows,
      of_row,
      act: there,
      title: act.input.title,
      contractor,
      amount_tiyn,
      is_line: false,
    });
  }
  return repeats;
}

/**
 * Throws when another act says the same as one of those just made by a run. The counter of numbers is locked since they
 * were written, so of two imports at once the later one sees what the earlier one made.
 */
export async function assertNew(
  tx: Tx,
  { company_id, run_id }: { company_id: number; run_id: number },
  made: readonly Alike[],
): Promise<void> {
  const [there] = (await findAlike(tx, company_id, made, run_id)).values();
  if (there) throw new Problem('row.repeats_act', { values: { number: there.number } });
}
