import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { ReadAct, Repeat } from './read-act-rows.ts';

type Alike = { contractor_company_id: number; start_date: string; end_date: string; amount_tiyn: bigint };

const keyOf = (act: Alike) =>
  [act.contractor_company_id, act.start_date, act.end_date, act.amount_tiyn].join(' ');

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
 * Throws when another act says the same as the one just made by a run. The counter of numbers is locked since the act
 * was written, so of two imports at once the later one sees what the earlier one made.
 */
export async function assertNew(
  tx: Tx,
  { company_id, run_id }: { company_id: number; run_id: number },
  act_id: number,
): Promise<void> {
  const made = await tx
    .selectFrom('acts')
    .select(['contractor_company_id', 'start_date', 'end_date', 'amount_tiyn'])
    .where((eb) => eb.and({ company_id, id: act_id }))
    .executeTakeFirstOrThrow();
  const [there] = (await findAlike(tx, company_id, [made], run_id)).values();
  if (there) throw new Problem('row.repeats_act', { values: { number: there.number } });
}

/** The latest act alike of each; annulled ones and corrections do not count, nor does what the run itself made. */
async function findAlike(
  db: Handle,
  company_id: number,
  wanted: readonly Alike[],
  except_run_id: number | null = null,
): Promise<Map<string, { id: number; number: string }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Alike & { id: number; year: number; number: number }>`
    select distinct on (a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn)
      a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn, a.id, a.year, a.number
    from unnest(
      ${wanted.map((one) => one.contractor_company_id)}::bigint[],
      ${wanted.map((one) => one.start_date)}::date[],
      ${wanted.map((one) => one.end_date)}::date[],
      ${wanted.map((one) => String(one.amount_tiyn))}::bigint[]
    ) as w (contractor_company_id, start_date, end_date, amount_tiyn)
    join acts a using (contractor_company_id, start_date, end_date, amount_tiyn)
    where a.company_id = ${company_id}
      and a.deleted_at is null
      and a.status <> 'annulled'
      and a.corrects_act_id is null
      and (a.import_run_id is null or a.import_run_id is distinct from ${except_run_id}::bigint)
    order by a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn, a.id desc
  `.execute(db);
  return new Map(
    rows.map((row) => [
      keyOf({ ...row, amount_tiyn: BigInt(row.amount_tiyn) }),
      { id: row.id, number: `${row.number}/${row.year}` },
    ]),
  );
}
