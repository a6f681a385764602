import type { SetAsideKind } from '@kelisim/shared/features/payments/order-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import { matchOperation, setAside, type MatchInput } from './match-operation.ts';

export interface OneOfMany extends MatchInput {
  operation_id: number;
  /** Set aside as this, instead of matched. */
  kind?: SetAsideKind | undefined;
}

/** Does to each operation what was shown of it, each in a transaction of its own: one that is refused keeps no other from it. */
export async function matchMany(
  db: Database,
  actor: CompanyActor,
  matches: readonly OneOfMany[],
): Promise<{ done: number; left_out: { operation_id: number; problem: Problem }[] }> {
  const left_out: { operation_id: number; problem: Problem }[] = [];
  for (const { operation_id, kind, ...input } of matches) {
    try {
      await db
        .transaction()
        .execute((tx) =>
          kind
            ? setAside(tx, actor, operation_id, { is_set_aside: true, kind })
            : matchOperation(tx, actor, operation_id, input),
        );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      left_out.push({ operation_id, problem: error });
    }
  }
  return { done: matches.length - left_out.length, left_out };
}
