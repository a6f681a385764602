import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assertNotBehind } from '../tariff/public.ts';
import type { ActContent } from './act-content.ts';
import { addHistory } from './act-history.queries.ts';
import { addAct, takeNumbers, yearOf } from './acts.queries.ts';
import { moverOf } from './move-act.ts';
import { type Mover } from './move-act.queries.ts';
import { readActInput } from './read-act-input.ts';
import { setSchedule } from './set-schedule.ts';

export interface Origin {
  action: 'create' | 'copy' | 'import' | 'correct' | 'generate';
  import_run_id?: number;
  import_row?: number;
  repeats_act_id?: number;
  slot_date?: string;
  /** What it was made after, for its history. */
  note?: string;
}

/** A new draft with its number, and the first line of its history. */
export async function createAct(
  tx: Tx,
  actor: CompanyActor,
  input: ReadActInput,
  today: string,
  origin: Origin = { action: 'create' },
): Promise<{ id: number; number: string }> {
  const [act] = await createInOrder(tx, actor, [{ input, origin }], today);
  // One was asked for.
  const { id, number } = act!;
  return { id, number };
}

/**
 * Several, with numbers in their order. Whatever they need is held before the counters are asked, once for each year: nobody
 * who waits for a number has something that is waited for here.
 */
export async function createInOrder<T extends { input: ReadActInput; origin: Origin }>(
  tx: Tx,
  actor: CompanyActor,
  all: readonly T[],
  today: string,
): Promise<(T & { id: number; number: string })[]> {
  const { company_id } = actor;
  const read = [];
  for (const one of all)
    read.push({ one, content: await readActInput(tx, company_id, one.input), number: 0 });
  const byYear = Map.groupBy(read, ({ content }) => yearOf(content));
  for (const [year, some] of [...byYear].toSorted(([one], [other]) => one - other)) {
    let number = await takeNumbers(tx, company_id, year, some.length);
    for (const each of some) each.number = number++;
  }
  const made = [];
  for (const { one, content, number } of read) {
    const act = await writeAct(tx, company_id, moverOf(actor), content, one.origin, number);
    const { auto_generate, date: act_date } = one.input;
    if (auto_generate) await setSchedule(tx, { company_id, id: act.id, act_date }, one.input, today);
    made.push({ ...one, ...act });
  }
  return made;
}

/** The same of what was read and judged already. */
export async function writeAct(
  tx: Tx,
  company_id: number,
  by: Mover,
  content: ActContent,
  { action, note, ...from }: Origin,
  number?: number,
): Promise<{ id: number; number: string }> {
  // A correction belongs to an act that is there; everything else is new work.
  if (action !== 'correct') await assertNotBehind(tx, company_id);
  const is_copy = action === 'copy' || action === 'generate';
  const act = await addAct(tx, { company_id, user_id: by.user_id }, content, { is_copy, ...from }, number);
  await addHistory(tx, company_id, act.id, {
    action,
    side: by.side,
    user_id: by.user_id,
    company_id: by.company_id,
    from_status: null,
    to_status: 'draft',
    version: 1,
    note: note ?? null,
    content_hash: act.content_hash,
    file_id: null,
    means: null,
    ip: by.ip,
    api_key_id: by.api_key_id ?? null,
  });
  return { id: act.id, number: `${act.number}/${act.year}` };
}
