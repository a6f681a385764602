import type { Tx } from '../../platform/db/database.ts';
import { findFitting, holdTold, showObligation } from '../obligations/public.ts';
import { settleOperation, type OpenDebit } from './statements.queries.ts';

/**
 * Matches debits to taxes and contributions where that is beyond doubt: payee, КНП and sum are those of one kind of one
 * month, and no other debit claims it.
 */
export async function matchObligations(
  tx: Tx,
  company_id: number,
  debits: readonly OpenDebit[],
): Promise<void> {
  const said = debits.map((debit) => ({ ...debit, direction: 'out' as const }));
  if ((await findFitting(tx, company_id, said)).size === 0) return;
  // Somebody may be saying the same by hand: what is left is read once they are done.
  await holdTold(tx, company_id);
  const claims = [...(await findFitting(tx, company_id, said))].flatMap(([id, all]) => {
    const sure = all.filter(({ is_sure }) => is_sure);
    return sure.length === 1 ? [{ id, ...sure[0]! }] : [];
  });
  for (const claim of claims) {
    const { id, month, kind } = claim;
    // What two debits claim is said by a person.
    if (claims.some((other) => other.id !== id && other.month === month && other.kind === kind)) continue;
    const debit = debits.find((one) => one.id === id)!;
    await showObligation(tx, { ...debit, company_id, direction: 'out' }, { month, kind });
    await settleOperation(tx, company_id, id, { state: 'matched' }, null);
  }
}
