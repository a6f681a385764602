import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { RefusalRule } from '@kelisim/shared/features/payments/file-rules.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { moveOrder } from './move-order.ts';
import { addRefusal, findFileBank, lockOrdersOfFile } from './refusals.queries.ts';

/**
 * The bank did not take a file. What is still in it was not carried out: those orders are rejected, with the bank's
 * words, and their acts can be paid again. What a statement has settled meanwhile stays.
 */
export async function refuseFile(
  tx: Tx,
  actor: CompanyActor,
  payment_file_id: number,
  input: { rule: RefusalRule; words: string },
): Promise<void> {
  const file = orNotFound(await findFileBank(tx, actor.company_id, payment_file_id));
  const orders = await lockOrdersOfFile(tx, actor.company_id, payment_file_id);
  if (orders.length === 0) throw new Problem('payment.file_settled');
  const words = input.words.trim();
  const by = { side: 'business', user_id: actor.user_id, company_id: actor.company_id } as const;
  for (const order of orders)
    if (!(await moveOrder(tx, order, 'reject', by, words))) throw new Problem('payment.wrong_state');
  await addRefusal(tx, {
    company_id: actor.company_id,
    payment_file_id,
    bic: file.payer_bic,
    rule: input.rule,
    words,
    told_by: actor.user_id,
  });
}
