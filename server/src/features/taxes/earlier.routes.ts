import { EARLIER_COLUMNS, EARLIER_KINDS } from '@kelisim/shared/features/taxes/earlier.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/earlier.ts';
import ru from '@kelisim/shared/texts/ru/earlier.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { listPeople } from './earlier.queries.ts';
import { readEarlier } from './read-earlier.ts';
import { getStanding, type CountLimits } from './standings.view.ts';
import { listStandings } from './standings.queries.ts';
import { daysOf, keepEarlier, tellEarlier } from './tell-earlier.ts';

export type EarlierCalls = 'taxes.set_earlier' | 'taxes.earlier_sheet' | 'taxes.import_earlier';
const texts = { ru, kz };

export function earlierRoutes(parts: Parts, countLimits: CountLimits): Pick<Handlers, EarlierCalls> {
  const { db, spreadsheet } = parts;
  return {
    'taxes.set_earlier': async ({ actor, input }) => {
      await tellEarlier(parts, actor, input.body);
      return getStanding(parts, countLimits, actor, input.body.executor_company_id);
    },
    'taxes.earlier_sheet': async ({ actor, locale }) => {
      const t = texts[locale];
      const { today } = await daysOf(parts);
      const people = await listPeople(db, actor.company_id);
      const ids = people.map(({ id }) => id);
      const standings = await listStandings(db, ids, today);
      const bytes = await spreadsheet.writeSheet({
        sheets: [
          {
            name: t.sheet,
            columns: [
              { header: t.column.bin, width: 16, kind: 'text', required: true },
              { header: t.name, width: 40, kind: 'text' },
              { header: t.column.period, width: 12, kind: 'text', required: true },
              ...EARLIER_KINDS.map((kind) => ({ header: t.column[kind], width: 26, kind: 'money' as const })),
              { header: t.column.source, width: 44, kind: 'text', required: true },
              { header: t.column.source_on, width: 18, kind: 'date', required: true },
            ],
            rows: people.map(({ id, bin, name }) => {
              const is_of_month = standings.get(id)?.standing === 'self_employed';
              const empty = EARLIER_COLUMNS.slice(2).map(() => null);
              return [bin, name, today.slice(0, is_of_month ? 7 : 4), ...empty];
            }),
            freeze_header: true,
          },
        ],
      });
      return { bytes, name: t.file };
    },
    'taxes.import_earlier': async ({ actor, input, files, locale }) => {
      const { dry_run } = input.body;
      const days = await daysOf(parts);
      return db.transaction().execute(async (tx) => {
        const { rows, faults } = await readEarlier(
          { db: tx, spreadsheet },
          actor.company_id,
          days,
          files.file!,
        );
        const figures = rows.flatMap((row) => row.figures);
        const count = dry_run ? { taken: 0, same: 0 } : await keepEarlier(tx, actor, figures);
        return {
          dry_run,
          ...count,
          rows: rows.map(({ row, name, period, figures: own }) => ({
            row,
            name,
            period,
            figures: own.map(({ kind, amount_tiyn }) => ({ kind, amount: formatMoney(amount_tiyn) })),
          })),
          errors: faults.map(({ row, column, code, values }) => ({
            row,
            column,
            code,
            message: problemText(code, locale, { values: values ?? {} }),
          })),
        };
      });
    },
  };
}
