import { STEPS_OF, type Step } from '@kelisim/shared/features/statistics/statistics-steps.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/statistics.ts';
import ru from '@kelisim/shared/texts/ru/statistics.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { readStatistics, type Period } from './read-statistics.ts';

const texts = { ru, kz };

/** The tables behind the charts: a sheet of months and one of the other sides. */
export async function makeStatisticsSheet(
  parts: Parts,
  actor: CompanyActor,
  asked: Period,
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const found = await readStatistics(parts, actor, asked);
  const parties = actor.role === 'business' ? t.business_parties : t.executor_parties;
  const steps = STEPS_OF[actor.role];
  const stepName = (step: Step) => (actor.role === 'executor' && step === 'made' ? t.received : t.step[step]);
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: t.sums.title,
        columns: [
          { header: t.sums.month, width: 12, kind: 'text' },
          ...steps.flatMap((step) => [
            { header: `${stepName(step)}: ${t.sums.count}`, width: 16, kind: 'number' as const },
            { header: stepName(step), width: 20, kind: 'money' as const },
          ]),
          { header: t.time.column_hours, width: 20, kind: 'number' },
        ],
        rows: found.months.map((row) => [
          row.month,
          ...steps.flatMap((step) => [row[step].count, row[step].amount]),
          row.hours_to_sign,
        ]),
        freeze_header: true,
      },
      {
        name: parties.party,
        columns: [
          { header: parties.party, width: 44, kind: 'text' },
          { header: t.bin, width: 16, kind: 'text' },
          { header: `${t.step.signed}: ${t.sums.count}`, width: 16, kind: 'number' },
          { header: t.step.signed, width: 20, kind: 'money' },
          { header: t.step.paid, width: 20, kind: 'money' },
        ],
        rows: found.parties.map((row) => [
          row.name,
          row.bin,
          row.signed.count,
          row.signed.amount,
          row.paid_amount,
        ]),
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: fill(t.file, { from: found.from, to: found.to }) };
}
