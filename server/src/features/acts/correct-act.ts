import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import type { ActContent } from './act-content.ts';
import { contentOf } from './act-paper.ts';
import { findPartiesOnPaper } from './act-paper.queries.ts';
import { lockAct, lockActOf, sumCorrections, type LockedAct } from './acts.queries.ts';
import { writeAct } from './create-act.ts';
import { moverOf } from './move-act.ts';

const TITLES = {
  ru: (number: string) => `Корректирующий акт к акту № ${number}`,
  kz: (number: string) => `№ ${number} актіге түзету актісі`,
};

/**
 * Draft of an act over the difference to a paid one: the same two, the same contract and period, one line that may be
 * split up in the form. The paid act itself never changes.
 */
export async function correctAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  typed: { amount: string; reason: string; date: string },
): Promise<number> {
  const paid = orNotFound(await lockAct(tx, actor, act_id));
  if (paid.status !== 'paid' || paid.corrects_act_id !== null) throw new Problem('act.only_paid_corrected');
  const amount_tiyn = parseMoney(typed.amount)!;
  await assertNotBelowPaid(tx, paid, amount_tiyn, null);
  const { customer } = await findPartiesOnPaper(tx, paid.company_id, paid.contractor_company_id);
  const original = await contentOf(tx, paid);
  const [line] = original.services;
  const content: ActContent = {
    ...original,
    title: TITLES[customer.document_language](`${paid.number}/${paid.year}`),
    act_date: typed.date,
    additional_info: null,
    amount_tiyn,
    corrects_act_id: paid.id,
    services: [
      {
        category_id: line!.category_id,
        unit_id: line!.unit_id,
        description: typed.reason.trim(),
        quantity: '1',
        rate_tiyn: amount_tiyn,
        amount_tiyn,
        service_date: null,
        kind: 'work',
        taxed: true,
      },
    ],
  };
  const act = await writeAct(tx, actor.company_id, moverOf(actor), content, {
    action: 'correct',
    note: `№ ${paid.number}/${paid.year}`,
  });
  return act.id;
}

/** The act that a correction corrects, locked: corrections of one act are weighed one after the other. */
export async function lockCorrected(tx: Tx, correction: LockedAct): Promise<LockedAct | null> {
  if (correction.corrects_act_id === null) return null;
  return (await lockActOf(tx, correction.company_id, correction.corrects_act_id))!;
}

/** A correction that adds may carry another that takes back: it goes only when what is left is not below nothing. */
export async function assertNotNeeded(tx: Tx, correction: LockedAct): Promise<void> {
  if (correction.amount_tiyn <= 0n) return;
  const paid = await lockCorrected(tx, correction);
  if (!paid) return;
  const others = await sumCorrections(tx, paid.company_id, paid.id, correction.id);
  if (paid.amount_tiyn + others < 0n) throw new Problem('act.correction_needed');
}

/** All corrections of an act together never take back more than was paid for it. */
export async function assertNotBelowPaid(
  tx: Tx,
  paid: LockedAct,
  amount_tiyn: bigint,
  but_act_id: number | null,
): Promise<void> {
  const others = await sumCorrections(tx, paid.company_id, paid.id, but_act_id);
  const left = paid.amount_tiyn + others;
  if (left + amount_tiyn < 0n)
    throw new Problem('act.correction_too_low', { field: 'amount', values: { most: moneyOnPaper(left) } });
}
