import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { previewTable, type TablePreview } from './preview-table.ts';
import { textOf } from './statement-heading.ts';
import { endMapping, listMappings } from './statement-mappings.queries.ts';

export type TableCalls = 'payments.preview_table' | 'payments.mappings' | 'payments.end_mapping';

export function tablesRoutes(parts: Parts): Pick<Handlers, TableCalls> {
  const { db } = parts;
  return {
    'payments.preview_table': async ({ input, files, actor, locale }) => {
      const { mapping, header_row } = input.body;
      const preview = await previewTable(parts, actor, files.file!, {
        mapping,
        header_row: header_row === undefined ? undefined : Number(header_row),
      });
      return toPreview(preview, locale);
    },
    'payments.mappings': ({ actor }) => listMappings(db, actor.company_id),
    'payments.end_mapping': async ({ input, actor }) => {
      const { mapping_id } = input.params;
      if (!(await db.transaction().execute((tx) => endMapping(tx, actor, mapping_id))))
        throw new Problem('not_found');
      return listMappings(db, actor.company_id);
    },
  };
}

const SHOWN_ROWS = 5;
const SHOWN_LETTERS = 120;

function toPreview({ rows, heading, headings, read, ...preview }: TablePreview, locale: Locale) {
  const numberOf = ({ at }: { at: number }) => rows[at]!.row;
  const sumOf = (way: 'out' | 'in') =>
    formatMoney(
      (read?.operations ?? [])
        .filter(({ direction }) => direction === way)
        .reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n),
    );
  return {
    ...preview,
    header_row: numberOf(heading),
    titles: heading.titles.filter((title) => title !== ''),
    headings: headings.map((one) => ({
      row: numberOf(one),
      text: one.titles.filter(Boolean).join(' · ').slice(0, SHOWN_LETTERS),
    })),
    rows: rows.slice(heading.at + 1, heading.at + 1 + SHOWN_ROWS).map(({ row, cells }) => ({
      row,
      cells: heading.titles.flatMap((title, at) =>
        title === '' ? [] : [textOf(cells[at] ?? { kind: 'empty' }).slice(0, SHOWN_LETTERS)],
      ),
    })),
    read: read && {
      operations: read.operations.length,
      out_amount: sumOf('out'),
      in_amount: sumOf('in'),
      first: read.operations
        .slice(0, SHOWN_ROWS)
        .map(({ line, date, direction, amount_tiyn, currency, payer, payee, purpose }) => ({
          line,
          date,
          direction,
          amount: formatMoney(amount_tiyn),
          currency,
          name: (direction === 'out' ? payee : payer).name.slice(0, SHOWN_LETTERS),
          purpose: purpose.slice(0, SHOWN_LETTERS),
        })),
      refused: read.refused.length,
      faults: read.refused.slice(0, SHOWN_ROWS).map(({ code, line, value }) => ({
        line,
        message: problemText(`statement.${code}`, locale, { values: { line, value } }),
      })),
    },
  };
}
