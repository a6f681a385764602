import type { CheckedOpenings } from '@kelisim/shared/features/payments/openings.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/openings.ts';
import ru from '@kelisim/shared/texts/ru/openings.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { findOpenFrom, listBatches, listOpeningParties } from './openings.queries.ts';
import { readOpenings, type OpeningFault, type ReadOpening } from './read-openings.ts';
import { assertOpeningDay, takeOpenings, undoOpenings } from './take-openings.ts';

type Names = Extract<keyof Handlers, `openings.${string}`>;
const texts = { ru, kz };

export function openingsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const list = async (company_id: number) => {
    const closed_until = await findOpenFrom(db, company_id);
    const rows = await listBatches(db, company_id);
    return {
      items: rows.map(({ owed_tiyn, advance_tiyn, is_used, ...row }) => ({
        ...row,
        owed: formatMoney(owed_tiyn),
        advance: formatMoney(advance_tiyn),
        made_at: row.made_at.toISOString(),
        undone_at: row.undone_at?.toISOString() ?? null,
        may_undo: row.undone_at === null && !is_used && (closed_until === null || row.day > closed_until),
      })),
    };
  };
  return {
    'openings.list': ({ actor }) => list(actor.company_id),
    'openings.sheet': async ({ actor, locale }) => {
      const t = texts[locale];
      const parties = await listOpeningParties(db, actor.company_id);
      const bytes = await parts.spreadsheet.writeSheet({
        sheets: [
          {
            name: t.sheet,
            columns: [
              { header: t.column.bin, width: 16, kind: 'text' },
              { header: t.column.name, width: 40, kind: 'text' },
              { header: t.column.contract, width: 44, kind: 'text' },
              { header: t.column.owed, width: 18, kind: 'money' },
              { header: t.column.advance, width: 18, kind: 'money' },
            ],
            rows: parties.map(({ bin, name, contract_title }) => [bin, name, contract_title, null, null]),
            freeze_header: true,
          },
        ],
      });
      return { bytes, name: t.file };
    },
    'openings.check': async ({ actor, input, files, locale }) => {
      await assertOpeningDay(parts, actor.company_id, input.body.day);
      return toChecked(await readOpenings(parts, actor.company_id, files.file!), locale);
    },
    'openings.take': async ({ actor, input, files }) => {
      await takeOpenings(parts, actor, { file: files.file!, day: input.body.day });
      return list(actor.company_id);
    },
    'openings.undo': async ({ actor, input }) => {
      await db
        .transaction()
        .execute((tx) => undoOpenings(tx, actor, input.params.batch_id, input.body.reason));
      return list(actor.company_id);
    },
  };
}

function toChecked(
  { rows, faults }: { rows: ReadOpening[]; faults: OpeningFault[] },
  locale: Locale,
): CheckedOpenings {
  const sum = (key: 'owed_tiyn' | 'advance_tiyn') =>
    formatMoney(rows.reduce((all, row) => all + row[key], 0n));
  return {
    rows: rows.map(({ row, name, contract, owed_tiyn, advance_tiyn }) => ({
      row,
      name,
      contract,
      owed: formatMoney(owed_tiyn),
      advance: formatMoney(advance_tiyn),
    })),
    owed: sum('owed_tiyn'),
    advance: sum('advance_tiyn'),
    errors: faults.map(({ row, column, code, values }) => ({
      row,
      column,
      code,
      message: problemText(code, locale, { values: values ?? {} }),
    })),
  };
}
