import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assertSignedProof } from '../auth/public.ts';
import { hasPaymentLimit, setApprovesFrom } from './employees.queries.ts';

const WAIT_HOURS = 24;

/**
 * While a payment limit holds, whoever may pay can be the second person. The director, whom the limit binds, makes one
 * by a signature only.
 */
export async function assertMayMakeApprover(tx: Tx, actor: CompanyActor): Promise<void> {
  if (await hasPaymentLimit(tx, actor.company_id)) await assertSignedProof(tx, actor);
}

/** A new second person approves nothing for a day, so that the other directors can object. */
export async function delayApprover(tx: Tx, company_id: number, user_id: number): Promise<void> {
  if (await hasPaymentLimit(tx, company_id)) await setApprovesFrom(tx, company_id, user_id, WAIT_HOURS);
}
