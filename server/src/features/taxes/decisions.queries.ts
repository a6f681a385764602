import {
  cautiousOf,
  TAX_QUESTIONS,
  type TaxChoice,
  type TaxDecisions,
  type TaxQuestion,
} from '@kelisim/shared/features/taxes/tax-decisions.ts';
import type { TaxDecision } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { idOf } from '../../platform/db/id-of.ts';

export type Answer = Pick<TaxDecision, 'choice' | 'of'>;

/**
 * What holds on a day, `YYYY-MM-DD`: of a company its own answer, else that of the installation, else the cautious choice.
 * @param company_id null for the installation
 */
export async function listAnswers(
  db: Handle,
  company_id: number | null,
  day: string,
): Promise<ReadonlyMap<TaxQuestion, Answer>> {
  const { rows } = await sql<{ question: TaxQuestion; choice: TaxChoice | null; company_id: number | null }>`
    select q.question, a.choice, a.company_id from unnest(${[...TAX_QUESTIONS]}::text[]) q (question)
    left join lateral tax_answer_on(${company_id}::bigint, q.question, ${day}::date) a on true`.execute(db);
  return new Map(
    rows.map(({ question, choice, company_id: own }): [TaxQuestion, Answer] => {
      if (choice === null) return [question, { choice: cautiousOf(question), of: 'default' }];
      return [question, { choice, of: own === null ? 'installation' : 'company' }];
    }),
  );
}

/** The same, the choices alone. */
export async function listDecisions(
  db: Handle,
  company_id: number | null,
  day: string,
): Promise<TaxDecisions> {
  const answers = await listAnswers(db, company_id, day);
  const choices = Object.fromEntries([...answers].map(([question, { choice }]) => [question, choice]));
  return choices as Record<TaxQuestion, TaxChoice> as TaxDecisions;
}

/** What was ever decided for just this company or the installation, the last of a day first. */
export function listDecided(db: Handle, company_id: number | null) {
  return db
    .selectFrom('tax_decisions as d')
    .innerJoin('users as u', 'u.id', 'd.created_by')
    .select(['d.id', 'd.question', 'd.choice', 'd.valid_from', 'd.note', 'u.full_name as by', 'd.created_at'])
    .where('d.company_id', 'is not distinct from', company_id)
    .orderBy('d.valid_from', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
}

export interface DecisionInput {
  company_id: number | null;
  question: TaxQuestion;
  choice: TaxChoice | null;
  valid_from: string;
  note: string;
}

/** The last answer that begins on just that day. */
export function findDecision(tx: Tx, { company_id, question, valid_from }: DecisionInput) {
  return tx
    .selectFrom('tax_decisions')
    .selectAll()
    .where('company_id', 'is not distinct from', company_id)
    .where((eb) => eb.and({ question, valid_from }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addDecision(tx: Tx, input: DecisionInput, user_id: number): Promise<number> {
  return idOf(
    tx
      .insertInto('tax_decisions')
      .values({ ...input, created_by: user_id })
      .returning('id'),
  );
}

/** Those who decide for the same company, or for the installation, wait for one another until the transaction ends. */
export async function holdDecisions(tx: Tx, company_id: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tax decisions', ${company_id ?? 0}))`.execute(tx);
}

/** For the head of the paper. */
export function getCompanyName(db: Handle, company_id: number) {
  return getCompany(db, company_id, ['name', 'name_kz', 'bin']);
}
