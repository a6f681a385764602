import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { attachCheque, checkCheque, detachCheque } from './change-cheque.ts';
import { getActCheque } from './cheques.view.ts';

type Names = Extract<keyof Handlers, `act_cheques.${string}`>;

/** Cheques of self-employed executors beside their acts. */
export function chequesRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const changed = (actor: CompanyActor, act_id: number, deed: (tx: Tx) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await deed(tx);
      return getActCheque(parts, tx, actor, act_id);
    });
  return {
    'act_cheques.get': ({ input, actor }) => getActCheque(parts, db, actor, input.params.act_id),
    'act_cheques.add': ({ input: { params, body }, actor }) =>
      changed(actor, params.act_id, (tx) => attachCheque(tx, actor, params.act_id, body.link, clock.now())),
    'act_cheques.check': ({ input: { params }, actor }) =>
      changed(actor, params.act_id, (tx) => checkCheque(tx, actor, params.act_id, clock.now())),
    'act_cheques.remove': ({ input: { params }, actor }) =>
      changed(actor, params.act_id, (tx) => detachCheque(tx, actor, params.act_id, clock.now())),
  };
}
