import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { askRegisters, freshSince, type AskParts } from './ask-registers.ts';
import { listRegisterSaid } from './registers.queries.ts';
import { listStandings } from './standings.queries.ts';

/** How long a review waits for the register of taxpayers; without its answer the last one counts. */
const PATIENCE_MS = 5_000;

/** How far what the register says of somebody can be relied on. */
export interface RegisterKnown {
  state: 'fresh' | 'old' | 'never';
  /** The day of the answer that counts. */
  answered_on: string | null;
}

/**
 * Asks the register of those whose payment it may stop, for no longer than the patience, and says of each what the answer that
 * counts is worth. Of all others it says nothing: a watcher asks of them. One whose turn did not come is asked first next time.
 */
export async function askBeforePayment(
  parts: AskParts,
  {
    ids,
    asked_by,
    patience_ms = PATIENCE_MS,
  }: { ids: readonly number[]; asked_by: number; patience_ms?: number },
): Promise<ReadonlyMap<number, RegisterKnown>> {
  const { db, clock, taxpayer_register } = parts;
  if (!taxpayer_register) return new Map();
  const standings = await listStandings(db, ids, almatyDate(clock.now()));
  const decisive = ids.filter((id) => ['ip', 'self_employed'].includes(standings.get(id)?.standing ?? ''));
  await askRegisters(parts, { ids: decisive, asked_by, patience_ms });
  const said = await listRegisterSaid(db, decisive);
  const since = freshSince(parts);
  return new Map(
    decisive.map((id): [number, RegisterKnown] => {
      const checked_at = said.get(id)?.answer?.checked_at;
      if (!checked_at) return [id, { state: 'never', answered_on: null }];
      return [id, { state: checked_at < since ? 'old' : 'fresh', answered_on: almatyDate(checked_at) }];
    }),
  );
}
