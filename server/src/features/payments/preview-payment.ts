import { explainMonth, sayExplanation } from '@kelisim/shared/features/taxes/explain-month.ts';
import { sourcesOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/tax-sentences.ts';
import ru from '@kelisim/shared/texts/ru/tax-sentences.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { listMeantIds } from '../acts/public.ts';
import { findWithholding, reckonPayments, type PaymentReckoned } from '../bookkeeping/public.ts';
import { askBeforePayment, listCostsOfPayees, listFigures } from '../taxes/public.ts';
import { findPayWay } from './choose-channel.ts';
import { countAboveLimit, findPayChoices, findShownAccount, listPayees } from './payments.queries.ts';
import { toUndecided } from './payments.view.ts';
import { lessAdvances } from './set-off-advances.ts';
import { toShown } from './shown-payees.ts';
import { listUndecided } from './undecided.queries.ts';
import { findGoing, sumRefunded } from './what-goes.ts';

type Meant = Parameters<typeof listMeantIds>[2];

/** What is paid to whom. A review asks the register first; paying and explaining go by its last answers. */
export async function findPayment(
  parts: Parts,
  { company_id, user_id }: CompanyActor,
  act_ids: readonly number[],
  locale: Locale,
  { asks_register = false } = {},
) {
  const { db } = parts;
  const payees = await lessAdvances(db, company_id, await listPayees(db, company_id, act_ids, locale));
  const ids = payees.map((payee) => payee.company_id);
  const known = asks_register ? await askBeforePayment(parts, { ids, asked_by: user_id }) : null;
  const reckoned = await reckonPayments(
    db,
    { company_id, day: almatyDate(parts.clock.now()) },
    new Map(payees.map((payee) => [payee.company_id, payee.sum_tiyn])),
    await sumRefunded(db, company_id, act_ids, payees),
  );
  return {
    payer: { company_id, ...(await findShownAccount(db, company_id, locale)) },
    payees: payees.map((payee) => {
      const withheld = reckoned.get(payee.company_id)!;
      const register = known?.get(payee.company_id) ?? null;
      return { ...payee, ...withheld, sum_tiyn: withheld.parts.net_tiyn, register };
    }),
  };
}

/** Returns who would be paid what, what is withheld and what waits, before anybody decides. */
export async function previewPayment(parts: Parts, actor: CompanyActor, meant: Meant, locale: Locale) {
  const { db } = parts;
  const act_ids = await listMeantIds(db, actor, meant);
  const choices = await findPayChoices(db, actor.company_id);
  const { payer, payees } = await findPayment(parts, actor, act_ids, locale, { asks_register: true });
  const costs = await listCostsOfPayees(db, actor.company_id, act_ids);
  const ids = payees.map((payee) => payee.company_id);
  const undecided = await listUndecided(db, actor.company_id, ids);
  const day = almatyDate(parts.clock.now());
  const going = await findGoing(db, { company_id: actor.company_id, day }, act_ids, payees);
  const sumGoing = (of: (one: PaymentReckoned['parts']) => bigint) =>
    formatMoney([...going.values()].reduce((sum, one) => sum + of(one.parts), 0n));
  return {
    payer,
    shown: toShown(payer, payees),
    payees: payees.map(
      ({ sum_tiyn, advance_tiyn, parts: of, month, left_of_month_tiyn: _left, ...payee }) => ({
        ...payee,
        amount: formatMoney(sum_tiyn),
        advance: formatMoney(advance_tiyn),
        undecided: toUndecided(undecided.get(payee.company_id)),
        gross: formatMoney(of.gross_tiyn),
        opv: formatMoney(of.opv_tiyn),
        vosms: formatMoney(of.vosms_tiyn),
        so: formatMoney(of.so_tiyn),
        ipn: formatMoney(of.ipn_tiyn),
        self_employed: formatMoney(of.self_employed_tiyn),
        is_explained: month !== null,
        going_acts: going.get(payee.company_id)!.acts,
        going: formatMoney(going.get(payee.company_id)!.parts.net_tiyn),
        costs: costs.get(payee.company_id) ?? null,
      }),
    ),
    amount: sumGoing(({ net_tiyn }) => net_tiyn),
    withheld: sumGoing(({ gross_tiyn, net_tiyn }) => gross_tiyn - net_tiyn),
    withholding: (await findWithholding(db, actor.company_id)).withholding,
    left_out: act_ids.length - payees.reduce((sum, payee) => sum + payee.acts, 0),
    channel: (await findPayWay(parts, db, actor.company_id, choices)).channel,
    above_limit: await countAboveLimit(db, actor.company_id, act_ids, choices.payment_limit_tiyn),
  };
}

/** Returns in sentences how the sum of one payee was reckoned. */
export async function explainPayment(
  parts: Parts,
  actor: CompanyActor,
  { executor_company_id, ...acts }: Meant & { executor_company_id: number },
  locale: Locale,
) {
  const { db } = parts;
  const { payees } = await findPayment(parts, actor, await listMeantIds(db, actor, acts), locale);
  const payee = payees.find(({ company_id }) => company_id === executor_company_id);
  if (!payee?.month) throw new Problem('not_found');
  const sources = sourcesOf(await listFigures(db), almatyDate(parts.clock.now()));
  const words = locale === 'kz' ? kz : ru;
  return {
    sentences: explainMonth(payee.month, sources).map((one) => sayExplanation(one, words, locale)),
  };
}
