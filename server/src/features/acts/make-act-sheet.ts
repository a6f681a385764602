import { LINE_NAMES } from '@kelisim/shared/features/acts/line-kinds.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { ACT_COLUMNS, COLUMN_KINDS, REQUIRED_COLUMNS, type ActColumn } from './act-columns.ts';
import { listImportReferences } from './import.queries.ts';

/** The spreadsheet to fill: lists of contracts, categories and units, and a second sheet that tells who is who. */
export async function makeActSheet(
  parts: Parts,
  actor: CompanyActor,
  locale: Locale,
): Promise<{ bytes: Uint8Array; name: string }> {
  const references = await listImportReferences(parts.db, actor.company_id);
  const contracts = references.contracts.filter((row) => row.executor_status === 'active');
  const lists: Partial<Record<ActColumn, string[]>> = {
    contract: contracts.map((row) => row.title),
    contractor: [...new Set(contracts.map((row) => row.bin))],
    kind: LINE_NAMES.map((name) => ({ ru, kz })[locale].line_kind[name]),
    category: references.categories.map((row) => row[`name_${locale}`]),
    unit: references.units.map((row) => row[`name_${locale}`]),
  };
  const bytes = await parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: locale === 'kz' ? 'Актілер' : 'Акты',
        columns: ACT_COLUMNS.map((column) => ({
          header: column[locale],
          width: column.width,
          kind: COLUMN_KINDS[column.key] ?? 'text',
          ...(lists[column.key]?.length ? { list: lists[column.key]! } : {}),
          required: REQUIRED_COLUMNS.includes(column.key),
        })),
        rows: [],
        freeze_header: true,
      },
      {
        name: locale === 'kz' ? 'Орындаушылар' : 'Исполнители',
        columns: [
          { header: locale === 'kz' ? 'Орындаушы' : 'Исполнитель', width: 44, kind: 'text' },
          { header: locale === 'kz' ? 'ЖСН/БСН' : 'ИИН/БИН', width: 18, kind: 'text' },
          { header: locale === 'kz' ? 'Шарт' : 'Договор', width: 44, kind: 'text' },
          { header: locale === 'kz' ? 'Басталуы' : 'Начало', width: 12, kind: 'date' },
          { header: locale === 'kz' ? 'Аяқталуы' : 'Окончание', width: 12, kind: 'date' },
        ],
        rows: contracts.map((row) => [row.name, row.bin, row.title, row.start_date, row.end_date]),
        freeze_header: true,
      },
    ],
  });
  return { bytes, name: locale === 'kz' ? 'kelisim-akt-ulgisi.xlsx' : 'kelisim-shablon-aktov.xlsx' };
}
