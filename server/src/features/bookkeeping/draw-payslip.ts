import { OBLIGATION_KINDS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import {
  explainMonth,
  sayExplanation,
  type Explanation,
} from '@kelisim/shared/features/taxes/explain-month.ts';
import { almatyDate, formatDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/income.ts';
import kzTaxes from '@kelisim/shared/texts/kz/tax-sentences.ts';
import ru from '@kelisim/shared/texts/ru/income.ts';
import ruTaxes from '@kelisim/shared/texts/ru/tax-sentences.ts';
import type { Parts } from '../../parts.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { moneyOnPaper, wordsInSentence } from '../../platform/money-on-paper.ts';
import { findFrozen, listFrozenMonths, listFrozenParties } from './frozen.queries.ts';
import { findParty, listPaid } from './income.queries.ts';
import { KEPT_PARTS, type Paid } from './ledger.queries.ts';
import { keptOf } from './read-income.ts';
import { listRefunds, refundedOf } from '../acts/public.ts';
import { findMonthReckoned } from './withhold.ts';

const texts = { ru: { ...ru, taxes: ruTaxes }, kz: { ...kz, taxes: kzTaxes } };

type Sides = { company_id: number; executor_company_id: number };

type Input = {
  language: Locale;
  act_id: number;
  order_number: number;
  date: string;
};

/** One payment for an act. A part is reckoned for the month, so its sentence is of the month with the payment in it. */
export async function drawPayslip(
  parts: Parts,
  { company_id, executor_company_id }: Sides,
  input: Input,
): Promise<FileReply> {
  const { language, date } = input;
  const { db } = parts;
  const t = texts[language];
  const month = date.slice(0, 7);
  const inMonth = await listPaid(
    db,
    { company_id, executor_ids: [executor_company_id] },
    { from: `${month}-01`, to: date },
  );
  const at = inMonth.findIndex((one) => isWished(one, input));
  const paid = inMonth[at];
  if (!paid) throw new Problem('not_found');
  if (keptOf(paid.parts) !== paid.withheld_tiyn) throw new Problem('income.payslip_changed');

  const ofMonth = inMonth.slice(0, at + 1).filter(({ taxed_as }) => taxed_as === paid.taxed_as);
  const [stored] = await listFrozenMonths(db, company_id, { from: month, to: month }, [executor_company_id]);
  // A month that was closed before 0159 has what was refunded in its income.
  const act_ids = stored?.of.untaxed_gross_tiyn === 0n ? [] : ofMonth.flatMap((one) => one.act_id ?? []);
  const refunds = await listRefunds(db, company_id, act_ids);
  const refunded = (one: Paid) => refundedOf(one.gross_tiyn, refunds.get(one.act_id ?? 0));
  const sumOf = (of: (one: Paid) => bigint) => ofMonth.reduce((whole, one) => whole + of(one), 0n);
  const sentences =
    paid.taxed_as === 'none'
      ? []
      : await explainUntil(
          db,
          { company_id, executor_company_id, day: date, taxed_as: paid.taxed_as },
          sumOf((one) => one.gross_tiyn - refunded(one)),
        );
  const explained = sentences ?? [];
  // The single payment of the self-employed is one sum of four parts.
  const is_single = paid.taxed_as === 'self_employed';
  const due = explained.reduce((sum, one) => (is_single || keptPart(one) ? sum + one.sum_tiyn : sum), 0n);
  const kept = sumOf((one) => one.withheld_tiyn);
  const net_tiyn = paid.gross_tiyn - paid.withheld_tiyn;
  // A paper of a closed month has the names and the moment of its closing.
  const closed = await findFrozen(db, company_id, lastDayOf(month));
  const names = closed
    ? await listFrozenParties(db, company_id, closed.id, [company_id, executor_company_id])
    : [];
  const nameOf = async (id: number) => names.find(({ party_id }) => party_id === id) ?? findParty(db, id);
  const [payer, person] = [await nameOf(company_id), await nameOf(executor_company_id)];
  const made_at = closed?.frozen_at ?? parts.clock.now();
  const bytes = await parts.pdf.renderLedger(
    {
      language,
      title: t.payslip.title,
      made: {
        place: fill(t.payslip.day, { date: formatDate(date) }),
        day: fill(t.paper.made_on, { date: formatDate(almatyDate(made_at)) }),
      },
      lead: [
        fill(t.payslip.payer, { name: nameOnPaper(payer, language), bin: payer.bin }),
        fill(t.payslip.person, { name: nameOnPaper(person, language), bin: person.bin }),
        fill(t.payslip.what, { number: paid.number }),
      ],
      columns: [
        { title: t.payslip.how, width: '1fr' },
        { title: t.payslip.sum, width: '34mm', is_sum: true },
      ],
      rows: [
        { is_strong: true, cells: [t.payslip.gross, moneyOnPaper(paid.gross_tiyn)] },
        ...(refunded(paid) === 0n
          ? []
          : [{ is_strong: false, cells: [t.payslip.refunded, moneyOnPaper(refunded(paid))] }]),
        ...explained.map((one) => {
          const part = is_single ? undefined : keptPart(one);
          return {
            is_strong: false,
            cells: [sayExplanation(one, t.taxes, language), part ? moneyOnPaper(paid.parts[part]) : ''],
          };
        }),
        // What no sentence is of: by what is known now it was not due.
        ...OBLIGATION_KINDS.filter(
          (part) =>
            paid.parts[`${part}_tiyn`] !== 0n && (is_single || !explained.some((one) => one.part === part)),
        ).map((part) => ({ is_strong: false, cells: [t[part], moneyOnPaper(paid.parts[`${part}_tiyn`])] })),
        { is_strong: true, cells: [t.withheld, moneyOnPaper(paid.withheld_tiyn)] },
        { is_strong: true, cells: [t.payslip.net, moneyOnPaper(net_tiyn)] },
      ],
      verdict: [
        ...(sentences === null ? [t.payslip.changed] : []),
        ...(sentences === null || due === kept
          ? []
          : [fill(t.payslip.difference, { due: moneyOnPaper(due), kept: moneyOnPaper(kept) })]),
        fill(t.paper.verdict, { sum: moneyOnPaper(net_tiyn), words: wordsInSentence(net_tiyn, language) }),
      ],
      signers: [],
      signature: t.paper.signature,
      page: t.paper.page,
    },
    made_at,
  );
  return { bytes, name: fill(t.payslip.file, { iin: person.bin, date }) };
}

/** Null of a month in which the person changed. */
async function explainUntil(...of: Parameters<typeof findMonthReckoned>): Promise<Explanation[] | null> {
  const { month, sources } = await findMonthReckoned(...of);
  return month && explainMonth(month, sources).filter(({ part }) => part !== 'net');
}

/** A refund has no payslip: it takes money back. */
const isWished = (one: Paid, { act_id, order_number, date }: Input) =>
  one.act_id === act_id && one.order_number === order_number && one.date === date && one.gross_tiyn > 0n;

const keptPart = ({ part }: Explanation) => KEPT_PARTS.find((kept) => kept === `${part}_tiyn`);
