import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import type { ActContent, ServiceContent } from './act-content.ts';
import { contentOf } from './act-paper.ts';
import { findPartiesOnPaper } from './act-paper.queries.ts';
import { lockAct, lockActOf, type LockedAct } from './acts.queries.ts';
import { writeAct } from './create-act.ts';
import { moverOf } from './move-act.ts';
import { refundedOf, sumWithCorrections, type Refunds } from './refunds.queries.ts';

const TITLES = {
  ru: (number: string) => `Корректирующий акт к акту № ${number}`,
  kz: (number: string) => `№ ${number} актіге түзету актісі`,
};

/**
 * Draft of an act over the difference to a paid one: the same two, the same contract and period, one line that may be
 * split up in the form, and another where what goes back was a refund of expenses in part. The paid act itself never changes.
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
  const left = await sumWithCorrections(tx, paid.company_id, paid.id, null);
  if (left.amount_tiyn + amount_tiyn < 0n) throw tooLow(left);
  const refund_tiyn = amount_tiyn < 0n ? refundedOf(amount_tiyn, left) : 0n;
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
      { kind: 'work', taxed: true, sum_tiyn: amount_tiyn - refund_tiyn } as const,
      { kind: 'expense', taxed: false, sum_tiyn: refund_tiyn } as const,
    ]
      .filter(({ sum_tiyn }) => sum_tiyn !== 0n)
      .map(({ sum_tiyn, ...kind }) => ({
        ...kind,
        category_id: line!.category_id,
        unit_id: line!.unit_id,
        description: typed.reason.trim(),
        quantity: '1',
        rate_tiyn: sum_tiyn,
        amount_tiyn: sum_tiyn,
        service_date: null,
      })),
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

/** A correction may carry another that takes back: it goes only when what is left is not below nothing. */
export async function assertNotNeeded(tx: Tx, correction: LockedAct): Promise<void> {
  const paid = await lockCorrected(tx, correction);
  if (!paid) return;
  const left = await sumWithCorrections(tx, paid.company_id, paid.id, correction.id);
  if (isBelow(left)) throw new Problem('act.correction_needed');
}

/** All corrections of an act together never take back more than was paid for it, neither of its work nor of its expenses. */
export async function assertNotBelowPaid(
  tx: Tx,
  paid: LockedAct,
  { amount_tiyn, refunded_tiyn }: Refunds,
  but_act_id: number | null,
): Promise<void> {
  const left = await sumWithCorrections(tx, paid.company_id, paid.id, but_act_id);
  const now = {
    amount_tiyn: left.amount_tiyn + amount_tiyn,
    refunded_tiyn: left.refunded_tiyn + refunded_tiyn,
  };
  if (now.amount_tiyn < 0n) throw tooLow(left);
  if (isBelow(now)) {
    const values = {
      income: moneyOnPaper(left.amount_tiyn - left.refunded_tiyn),
      refunded: moneyOnPaper(left.refunded_tiyn),
    };
    throw new Problem('act.correction_kinds', { field: 'services', values });
  }
}

/** Of lines: what of them refunds expenses. */
export const refundsOf = (services: readonly ServiceContent[]): bigint =>
  services.reduce(
    (sum, { kind, taxed, amount_tiyn }) => (kind === 'expense' && !taxed ? sum + amount_tiyn : sum),
    0n,
  );

const tooLow = ({ amount_tiyn }: Refunds) =>
  new Problem('act.correction_too_low', { field: 'amount', values: { most: moneyOnPaper(amount_tiyn) } });

const isBelow = ({ amount_tiyn, refunded_tiyn }: Refunds): boolean =>
  refunded_tiyn < 0n || refunded_tiyn > amount_tiyn;
