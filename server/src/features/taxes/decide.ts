import { choicesOf } from '@kelisim/shared/features/taxes/tax-decisions.ts';
import type { TaxDecision } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import {
  addDecision,
  findDecision,
  holdDecisions,
  listAnswers,
  listDecided,
  type DecisionInput,
} from './decisions.queries.ts';

/** Every question with what holds on the day, and one's own answers of any day. */
export async function readDecisions(
  db: Handle,
  company_id: number | null,
  day: string,
): Promise<TaxDecision[]> {
  const [answers, decided] = [await listAnswers(db, company_id, day), await listDecided(db, company_id)];
  return [...answers].map(([question, answer]) => ({
    question,
    ...answer,
    history: decided
      .filter((row) => row.question === question)
      .map(({ question: _same, choice, created_at, ...row }) => ({
        ...row,
        choice: choice as TaxDecision['choice'] | null,
        created_at: created_at.toISOString(),
      })),
  }));
}

/**
 * Writes an answer down. The same one twice is one.
 * @returns what held on its first day before it; null when nothing is new
 * @throws Problem
 */
export async function decide(
  tx: Tx,
  input: DecisionInput,
  user_id: number,
): Promise<{ id: number; before: TaxDecision['choice'] | null }> {
  const { question, choice, note } = input;
  if (choice !== null && !choicesOf(question).includes(choice))
    throw new Problem('field.choice', { field: 'choice' });
  if (choice === 'other' && note === '') throw new Problem('field.required', { field: 'note' });
  await holdDecisions(tx, input.company_id);
  const same = await findDecision(tx, input);
  if (same && same.choice === choice && same.note === note) return { id: same.id, before: null };
  const before = (await listAnswers(tx, input.company_id, input.valid_from)).get(question)!.choice;
  return { id: await addDecision(tx, input, user_id), before };
}
