import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import type { EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { lockAct } from '../acts/public.ts';
import { addEsf, findRegistered, listOfSeller } from './esf.queries.ts';
import { ruleOf } from './take-paper.ts';
import { gatherPapers } from './gather-paper.ts';

/** The manual path: the paper was taken to the portal, and this is the number that it got there. */
export async function registerByHand(
  parts: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  act_id: number,
  given: { kind: EsfKind; registration_number: string; turnover?: TurnoverRule | undefined },
): Promise<number> {
  const { kind, registration_number, turnover } = given;
  const papers = await gatherPapers(parts, actor, act_id, { turnover });
  return parts.db.transaction().execute(async (tx) => {
    const act = orNotFound(await lockAct(tx, actor, act_id));
    const before = (await listOfSeller(tx, actor.company_id, [act_id])).find(
      (one) => one.kind === kind && one.registration_number === registration_number,
    );
    if (before) return before.id;
    if (!BOTH_SIGNED.includes(act.status)) throw new Problem('esf.act_not_signed');
    const gathered = papers.find((one) => one.kind === kind);
    if (!gathered) throw new Problem('esf.exists');
    const { paper, xml } = gathered;
    const now = parts.clock.now();
    const esf_id = await addEsf(tx, {
      company_id: act.company_id,
      act_id,
      act_version: act.version,
      seller_company_id: actor.company_id,
      kind,
      type: paper.type,
      number: paper.number,
      issued_on: paper.date,
      turnover_on: paper.turnover_date,
      turnover_rule: await ruleOf(tx, act, paper.turnover_date),
      amount_tiyn: act.amount_tiyn,
      status: 'registered',
      channel: 'hand',
      xml,
      signer_name: actor.full_name,
      created_by: actor.user_id,
      registration_number,
      registered_at: now,
      related_id:
        paper.type === 'ADDITIONAL_INVOICE' && paper.related
          ? ((await findRegistered(tx, actor.company_id, paper.related.registration_number))?.id ?? null)
          : null,
    });
    if (esf_id === null) throw new Problem('esf.exists');
    return esf_id;
  });
}
