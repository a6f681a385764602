import { OBLIGATION_KINDS } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { formatDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/bookkeeping.ts';
import ru from '@kelisim/shared/texts/ru/bookkeeping.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { listPaid } from './income.queries.ts';
import { KEPT_PARTS, type Kept } from './ledger.queries.ts';
import { keptOf } from './read-income.ts';
import { dueOf } from './withhold.ts';
import { grossOf, reckonRegister } from './reckon-months.ts';

const texts = { ru, kz };

const DEDUCTIONS = ['deduction_tiyn', 'social_deduction_tiyn', 'taxed_tiyn'] as const;

const amounts = (kept: Kept) => KEPT_PARTS.map((part) => formatMoney(kept[part]));

/**
 * What form 200.00 is filled in from: each month of each person, what was paid and withheld beside what the month comes to by
 * the figures, and each payment by its day. Closed months are as they were stored.
 */
export async function makeWithholdingRegister(
  parts: Parts,
  actor: CompanyActor,
  period: { date_from: string; date_to: string },
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const w = t.withholding;
  const months = await reckonRegister(parts.db, actor, period);
  const paid = await listPaid(
    parts.db,
    { company_id: actor.company_id },
    { from: `${period.date_from.slice(0, 7)}-01`, to: lastDayOf(period.date_to.slice(0, 7)) },
  );
  const ofMonth = Map.groupBy(paid, ({ executor_company_id: id, date }) => `${id} ${date.slice(0, 7)}`);
  const rows = months.map((month) => {
    const { executor_company_id: id, month: name } = month.of;
    return { ...month, payments: ofMonth.get(`${id} ${name}`) ?? [] };
  });
  const money = (header: string) => ({ header, width: 18, kind: 'money' as const });
  const who = [
    { header: w.month, width: 12, kind: 'text' as const },
    { header: w.person, width: 40, kind: 'text' as const },
    { header: t.iin, width: 16, kind: 'text' as const },
  ];
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: w.sheet,
        columns: [
          ...who,
          { header: w.acts, width: 10, kind: 'number' },
          { header: w.days, width: 26, kind: 'text' },
          money(w.paid_gross),
          ...OBLIGATION_KINDS.map((part) => money(fill(w.kept_part, { part: w[part] }))),
          money(w.kept),
          money(w.paid_net),
          money(w.base),
          ...OBLIGATION_KINDS.map((part) => money(fill(w.due_part, { part: w[part] }))),
          money(w.deduction_column),
          money(w.social_deduction),
          money(w.taxed),
          money(w.difference),
        ],
        rows: rows.map((month) => {
          const { of, withheld, kept, payments } = month;
          const due = dueOf(month);
          return [
            of.month,
            of.name,
            of.bin,
            of.acts,
            [...new Set(payments.map(({ date }) => formatDate(date)))].join(', '),
            formatMoney(grossOf(of)),
            ...amounts(kept),
            formatMoney(keptOf(kept)),
            formatMoney(grossOf(of) - keptOf(kept)),
            // Less than was paid after a month below zero.
            formatMoney(withheld.gross_tiyn + of.self_employed_gross_tiyn),
            ...amounts(due),
            ...DEDUCTIONS.map((part) => formatMoney(withheld[part])),
            formatMoney(keptOf(due) - keptOf(kept)),
          ];
        }),
        freeze_header: true,
      },
      {
        name: w.payments_sheet,
        columns: [
          ...who,
          { header: w.day, width: 12, kind: 'date' },
          { header: w.what, width: 44, kind: 'text' },
          { header: w.order, width: 14, kind: 'number' },
          money(w.paid_gross),
          ...OBLIGATION_KINDS.map((part) => money(w[part])),
          money(w.kept),
          money(w.paid_net),
        ],
        rows: rows.flatMap(({ of, payments }) =>
          payments.map((one) => {
            const kind = one.act_id === null ? 'advance' : one.gross_tiyn < 0n ? 'refund' : 'payment';
            const late = one.late_of ? ` ${fill(t.late_of, { date: formatDate(one.late_of) })}` : '';
            return [
              of.month,
              of.name,
              of.bin,
              one.date,
              fill(t.kind[kind], { number: one.number }) + late,
              one.order_number,
              formatMoney(one.gross_tiyn),
              // Where only the whole is known its parts stay empty.
              ...(keptOf(one.parts) === one.withheld_tiyn
                ? amounts(one.parts)
                : OBLIGATION_KINDS.map(() => null)),
              formatMoney(one.withheld_tiyn),
              formatMoney(one.gross_tiyn - one.withheld_tiyn),
            ];
          }),
        ),
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: fill(w.file, { from: period.date_from, to: period.date_to }) };
}
