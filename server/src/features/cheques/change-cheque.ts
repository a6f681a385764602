import { readChequeLink } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockAct } from '../acts/public.ts';
import { addCheque, askAnew, findCheque, removeCheque } from './cheques.queries.ts';
import { losesCheque, takesCheque } from './cheques.view.ts';

/** The cheque of the act now, which is locked until the transaction ends. */
async function hold(tx: Tx, actor: CompanyActor, act_id: number) {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  return { act, cheque: await findCheque(tx, { company_id: act.company_id, act_id }) };
}

/** Either side has the code in its hands. The same link once more changes nothing. */
export async function attachCheque(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  link: string,
  now: Date,
): Promise<void> {
  const ids = readChequeLink(link);
  if (!ids) throw new Problem('cheque.link', { field: 'link' });
  const { act, cheque } = await hold(tx, actor, act_id);
  if (cheque) {
    const { issuer, first_id, second_id } = cheque;
    if (issuer === ids.issuer && first_id === ids.first_id && second_id === ids.second_id) return;
    throw new Problem('cheque.there', { field: 'link' });
  }
  if (!takesCheque(act.status)) throw new Problem('cheque.act_state');
  if (!(await addCheque(tx, { company_id: act.company_id, act_id }, actor, ids, now)))
    throw new Problem('cheque.used', { field: 'link' });
}

export async function checkCheque(tx: Tx, actor: CompanyActor, act_id: number, now: Date): Promise<void> {
  const { cheque } = await hold(tx, actor, act_id);
  if (!cheque) throw new Problem('not_found');
  await askAnew(tx, cheque.id, now);
}

/** What was paid by a cheque keeps it. The call has no body, so what is gone already is no error. */
export async function detachCheque(tx: Tx, actor: CompanyActor, act_id: number, now: Date): Promise<void> {
  const { act, cheque } = await hold(tx, actor, act_id);
  if (!cheque) return;
  if (!losesCheque(act.status)) throw new Problem('cheque.paid');
  await removeCheque(tx, cheque.id, actor.user_id, now);
}
