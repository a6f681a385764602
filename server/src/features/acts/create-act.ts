import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assertNotBehind } from '../tariff/public.ts';
import type { ActContent } from './act-content.ts';
import { beginHistories } from './act-history.queries.ts';
import { addActs } from './acts.queries.ts';
import { moverOf } from './move-act.ts';
import { type Mover } from './move-act.queries.ts';
import { contentOfInput, holdReferences } from './read-act-input.ts';
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
): Promise<(T & Written)[]> {
  const { company_id } = actor;
  const held = await holdReferences(
    tx,
    company_id,
    all.map(({ input }) => input),
  );
  const read = all.map((one) => ({ ...one, content: contentOfInput(held, one.input) }));
  const made = await writeActs(tx, company_id, moverOf(actor), read);
  for (const { id, input } of made)
    if (input.auto_generate) await setSchedule(tx, { company_id, id, act_date: input.date }, input, today);
  return made;
}

interface Written {
  id: number;
  number: string;
  content: ActContent;
}

/** The same of one that was read and judged already. */
export async function writeAct(
  tx: Tx,
  company_id: number,
  by: Mover,
  content: ActContent,
  origin: Origin,
): Promise<Written> {
  const [act] = await writeActs(tx, company_id, by, [{ content, origin }]);
  // One was given.
  return act!;
}

async function writeActs<T extends { content: ActContent; origin: Origin }>(
  tx: Tx,
  company_id: number,
  by: Mover,
  all: readonly T[],
): Promise<(T & Written)[]> {
  // A correction belongs to an act that is there; everything else is new work.
  if (all.some(({ origin }) => origin.action !== 'correct')) await assertNotBehind(tx, company_id);
  const drafts = all.map((one) => {
    const { action, note: _, ...from } = one.origin;
    return { ...one, extra: { is_copy: action === 'copy' || action === 'generate', ...from } };
  });
  const acts = await addActs(tx, { company_id, user_id: by.user_id }, drafts);
  const { side, user_id, ip, api_key_id = null } = by;
  await beginHistories(
    tx,
    company_id,
    acts.map(({ id, origin, content_hash }) => ({
      id,
      line: {
        action: origin.action,
        side,
        user_id,
        company_id: by.company_id,
        from_status: null,
        to_status: 'draft',
        version: 1,
        note: origin.note ?? null,
        content_hash,
        file_id: null,
        means: null,
        ip,
        api_key_id,
      },
    })),
  );
  return acts.map((act) => ({ ...act, number: `${act.number}/${act.year}` }));
}
