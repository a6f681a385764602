import type { ContributionKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { GatheredMonth } from './gather-month.ts';
import { sumKeptThen } from './kept-then.queries.ts';

type Item = Pick<GatheredMonth['items'][number], 'amount_tiyn' | 'paid_tiyn' | 'told' | 'returned'>;

export interface Left {
  /** What is left to transfer. */
  left_tiyn: bigint;
  /** The same without what came back of people who are known. */
  free_tiyn: bigint;
  /** The same by person, together as much as is left; null: a part was transferred, and nobody can know whose. */
  of: ReadonlyMap<number, bigint> | null;
}

/**
 * What is left of a contribution of a month by person. What was told or shown does not say whose it was, so it is known only
 * where it was all that had been withheld then, or where one person alone is left.
 */
export async function findLeft(
  db: Handle,
  of: { company_id: number; month: string; kind: ContributionKind },
  { amount_tiyn, paid_tiyn, told, returned }: Item,
  own: ReadonlyMap<number, bigint>,
): Promise<Left> {
  const left_tiyn = amount_tiyn - paid_tiyn;
  const back = new Map(
    returned.flatMap(({ person, amount_tiyn: sum }) => (person ? [[person.executor_company_id, sum]] : [])),
  );
  const back_tiyn = sumOf(back);
  const free_tiyn = left_tiyn - back_tiyn;
  const answer = (people: ReadonlyMap<number, bigint> | null): Left => ({ left_tiyn, free_tiyn, of: people });
  if (paid_tiyn === 0n) return answer(own);
  if (free_tiyn === 0n) return answer(back);
  const [one] = own.keys();
  if (own.size === 1) return answer(new Map([[one!, left_tiyn]]));
  // What one person was paid is not told of anybody else.
  const whole = told.filter(({ executor_company_id }) => executor_company_id === null);
  const last = whole.at(-1);
  if (!last) return answer(null);
  const told_at = new Date(Math.max(...whole.map((row) => row.told_at.getTime())));
  for (const then of [{ moment: told_at }, { day: last.paid_on }]) {
    const paid = await sumKeptThen(db, of, then);
    if (sumOf(paid) !== paid_tiyn + back_tiyn) continue;
    const ids = new Set([...own.keys(), ...paid.keys(), ...back.keys()]);
    const rest = (id: number) => (own.get(id) ?? 0n) - (paid.get(id) ?? 0n) + (back.get(id) ?? 0n);
    return answer(new Map([...ids].map((id) => [id, rest(id)])));
  }
  return answer(null);
}

const sumOf = (people: ReadonlyMap<number, bigint>) =>
  [...people.values()].reduce((sum, tiyn) => sum + tiyn, 0n);
