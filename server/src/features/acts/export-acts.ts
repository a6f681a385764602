import { SELECTION_MAX } from '@kelisim/shared/features/acts/act-selection.contract.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { lineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { WriteColumn } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { CallContext, FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { openOf, paidOf } from '../statistics/public.ts';
import { ACT_COLUMNS, COLUMN_KINDS } from './act-columns.ts';
import { listExportRows, type ExportRow } from './export.queries.ts';
import { readActFilter } from './read-act-filter.ts';
import { listMeantActs } from './selection.queries.ts';
import { writeCsv } from '../../platform/write-csv.ts';

type Input = CallContext<Calls['acts.export']>['input']['body'];

/**
 * Acts as a table: the columns of the import, a row per service, so that what was taken out can be brought in again;
 * after them what only the act itself knows, which the import passes over.
 */
export async function exportActs(
  parts: Parts,
  actor: CompanyActor,
  { format, filter, ...meant }: Input,
  locale: Locale,
): Promise<FileReply> {
  const isMeant = meant.act_ids !== undefined || meant.selection_id !== undefined;
  const wanted = isMeant
    ? { act_ids: (await listMeantActs(parts.db, actor, meant)).map((item) => item.subject_id) }
    : { filter: await readActFilter(parts.db, actor, filter ?? {}) };
  const found = await listExportRows(parts.db, actor, wanted, SELECTION_MAX + 1);
  if (found.length > SELECTION_MAX)
    throw new Problem('act.export_too_large', { field: 'filter', values: { max: SELECTION_MAX } });
  const texts = { ru, kz }[locale];
  const own: WriteColumn[] = [
    { header: texts.export.customer, width: 34, kind: 'text' },
    { header: texts.export.executor, width: 34, kind: 'text' },
    { header: texts.export.state, width: 24, kind: 'text' },
    { header: texts.export.amount, width: 16, kind: 'money' },
    { header: texts.export.paid, width: 16, kind: 'money' },
    { header: texts.export.open, width: 16, kind: 'money' },
    { header: texts.export.contract_number, width: 16, kind: 'text' },
    { header: texts.export.contract_date, width: 14, kind: 'date' },
  ];
  const columns: WriteColumn[] = [
    ...ACT_COLUMNS.map((column) => ({
      header: column[locale],
      width: column.width,
      kind: COLUMN_KINDS[column.key] ?? ('text' as const),
    })),
    ...own,
  ];
  const rows = found.map((row) => [
    ...cellsOf(row, locale),
    row.company_name,
    row.contractor_name,
    texts.act[row.status as keyof typeof texts.act],
    formatMoney(row.amount_tiyn),
    formatMoney(paidOf(row)),
    formatMoney(openOf(row)),
    row.contract_number,
    row.contract_date,
  ]);
  if (format === 'csv') {
    const bytes = writeCsv([columns.map((column) => column.header), ...rows]);
    return { bytes, name: `${texts.archive.acts}.csv`, kind: 'csv' };
  }
  const name = texts.archive.acts;
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [{ name, columns, rows, freeze_header: true }],
  });
  return { bytes, name: `${name}.xlsx`, kind: 'xlsx' };
}

/** In the order of `ACT_COLUMNS`. */
function cellsOf(row: ExportRow, locale: Locale): (string | null)[] {
  const texts = { ru, kz }[locale];
  const cells: Record<(typeof ACT_COLUMNS)[number]['key'], string | null> = {
    act: `${row.number}/${row.year}`,
    contractor: row.contractor_bin,
    contract: row.contract_title,
    title: row.title,
    date: row.act_date,
    start_date: row.start_date,
    end_date: row.end_date,
    knp: row.knp,
    kind: texts.line_kind[lineName(row)],
    category: locale === 'kz' ? row.category_kz : row.category_ru,
    description: row.description,
    quantity: row.quantity.replace(/\.?0+$/, ''),
    unit: locale === 'kz' ? row.unit_kz : row.unit_ru,
    rate: formatMoney(row.rate_tiyn),
    service_date: row.service_date,
    additional_info: row.additional_info,
  };
  return ACT_COLUMNS.map((column) => cells[column.key]);
}
