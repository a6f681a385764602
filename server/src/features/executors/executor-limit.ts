import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ExecutorLimit } from '@kelisim/shared/features/executors/executors.contract.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { addLimit, countPlaces, findLimit, isBusiness, lockPlaces } from './executors.queries.ts';

export interface Places {
  /** How many are free; null where no limit is set. */
  free: number | null;
  /** Takes one, or throws `executor.limit` (402). */
  take(): void;
}

/**
 * Locks the places of a company until the transaction ends, so that of many who come for the last one exactly one gets
 * it. Called before anything else is locked: invitations and executors come after it everywhere.
 */
export async function takePlaces(
  { clock }: Pick<Parts, 'clock'>,
  tx: Tx,
  company_id: number,
): Promise<Places> {
  await lockPlaces(tx, company_id);
  const { limit_count, current_executor_count } = await readLimit(tx, company_id, almatyDate(clock.now()));
  let free = limit_count === null ? null : limit_count - current_executor_count;
  return {
    free,
    take() {
      if (free === null) return;
      if (free <= 0)
        throw new Problem('executor.limit', {
          values: { limit: limit_count!, taken: current_executor_count },
        });
      free -= 1;
    },
  };
}

export async function readLimit(db: Handle, company_id: number, today: string): Promise<ExecutorLimit> {
  const limit = await findLimit(db, company_id, today);
  return {
    limit_count: limit?.limit_count ?? null,
    valid_from: limit?.valid_from ?? null,
    valid_until: limit?.valid_until ?? null,
    current_executor_count: await countPlaces(db, company_id),
  };
}

export async function setLimit(
  { clock }: Pick<Parts, 'clock'>,
  tx: Tx,
  set_by: number,
  input: {
    company_id: number;
    executor_limit_count: number;
    valid_from?: string | undefined;
    valid_until?: string | undefined;
  },
): Promise<ExecutorLimit> {
  const { company_id, executor_limit_count: limit_count, valid_until = null } = input;
  const today = almatyDate(clock.now());
  const valid_from = input.valid_from ?? today;
  if (!(await isBusiness(tx, company_id))) throw new Problem('not_found');
  if (valid_until !== null && valid_until < valid_from)
    throw new Problem('document.dates_reversed', { field: 'valid_until' });
  await lockPlaces(tx, company_id);
  await addLimit(tx, { company_id, limit_count, valid_from, valid_until, set_by });
  return readLimit(tx, company_id, today);
}
