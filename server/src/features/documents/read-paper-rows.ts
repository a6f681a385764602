import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { findHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { findMissingLetters } from '@kelisim/shared/kernel/paper-letters.ts';
import { MAX_CONTRACT_NUMBER } from '@kelisim/shared/features/documents/contract-number.ts';
import { PAPER_COLUMNS, type PaperColumn } from '@kelisim/shared/features/documents/paper-columns.ts';
import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { binOf, plainCompany } from '../../platform/read-party.ts';
import { plainTitle } from '../../platform/read-table.ts';
import { readTypedDate, readTypedPeriod } from '../../platform/read-typed.ts';
import { plainNumber } from './contract-numbers.ts';

/** Headings of registers of contracts, in the form of `plainTitle`. */
const NAMES: Record<PaperColumn, string> = {
  bin: 'иин/бин|бин/иин|иин|бин|иин бин|бин иин|иин исполнителя|бин исполнителя|иин/бин исполнителя|бин/иин исполнителя|иин/бин контрагента|бин/иин контрагента|жсн/бсн|бсн/жсн|жсн|бсн|орындаушының жсн/бсн',
  name: 'исполнитель|контрагент|поставщик|фио|фио исполнителя|ф и о|наименование|наименование исполнителя|наименование контрагента|орындаушы|контрагент атауы|аты жөні|орындаушының аты',
  number:
    'номер|№|№ договора|номер договора|договор №|договор|шарт|шарт №|№ шарт|шарт нөмірі|шарттың нөмірі|нөмірі',
  date: 'дата|дата договора|от|дата заключения|дата подписания|заключен|күні|шарт күні|шарттың күні|жасалған күні',
  start_date:
    'начало|дата начала|действует с|с|начало срока|срок с|начало действия|басталуы|басталу күні|мерзімнің басы',
  end_date:
    'окончание|дата окончания|действует до|действует по|до|по|срок|срок действия|срок до|конец|срок действия до|конец срока|окончание действия|аяқталуы|аяқталу күні|мерзімі|мерзімнің соңы|қолданылу мерзімі',
  title: 'название|название договора|предмет|предмет договора|шарттың атауы|атауы|тақырыбы|мәні',
  scan: 'скан|файл|имя файла|файл скана|скан-копия|сканер|скан көшірме|файл атауы',
};
const KEYS = new Map(
  PAPER_COLUMNS.flatMap((key) => NAMES[key].split('|').map((name) => [plainTitle(name), key] as const)),
);

/** Over a column of running numbers as well, so that any other heading of the same meaning wins. */
const WEAK = new Set(['№', 'с', 'по', 'до', 'от'].map(plainTitle));

const MOST_ABOVE = 40;

/** The row that names most columns and says who and which; null where none does. */
export function findPaperHeader(
  table: readonly ReadRow[],
): { at: Map<PaperColumn, number>; rows: number } | null {
  let best: { at: Map<PaperColumn, number>; rows: number } | null = null;
  for (const [index, { cells }] of table.slice(0, MOST_ABOVE).entries()) {
    const titles = cells.map((cell) => (cell.kind === 'text' ? plainTitle(cell.value) : ''));
    const at = new Map<PaperColumn, number>();
    for (const weak of [false, true])
      for (const [column, title] of titles.entries()) {
        const key = KEYS.get(title);
        if (key && WEAK.has(title) === weak && !at.has(key)) at.set(key, column);
      }
    if (!at.has('number') || !(at.has('bin') || at.has('name'))) continue;
    if (!best || at.size > best.at.size) best = { at, rows: index + 1 };
  }
  return best;
}

export interface PaperFault {
  column: PaperColumn;
  code: ProblemCode;
  values?: Record<string, string | number>;
}

export interface PaperRow {
  row: number;
  contractor: { id: number; name: string; bin: string } | null;
  /** What the table says of the executor. */
  said: string;
  number: string;
  title: string;
  date: string;
  start_date: string;
  end_date: string;
  scan: string;
  faults: PaperFault[];
}

/** Each wrong cell is named once. Rows that name neither a number nor anybody by ИИН or БИН are no contracts. */
export function readPaperRows(
  rows: readonly ReadRow[],
  at: ReadonlyMap<PaperColumn, number>,
  executors: readonly { id: number; name: string; bin: string }[],
): PaperRow[] {
  const byBin = new Map(executors.map((one) => [one.bin, one]));
  const byName = Map.groupBy(executors, (one) => plainCompany(one.name));
  const first = new Map<string, number>();
  return rows.flatMap((row) => {
    const faults: PaperFault[] = [];
    const wrong = new Set<PaperColumn>();
    const fault = (column: PaperColumn, code: ProblemCode, values?: PaperFault['values']) => {
      if (wrong.has(column)) return;
      wrong.add(column);
      faults.push({ column, code, ...(values && { values }) });
    };
    const text = (column: PaperColumn): string => {
      const cell = row.cells[at.get(column) ?? -1];
      if (!cell || cell.kind === 'empty') return '';
      if (!('value' in cell)) {
        fault(column, 'row.formula');
        return '';
      }
      const value = String(cell.value).replace(/\s+/g, ' ').trim();
      const hidden = findHidden(value);
      if (hidden) fault(column, 'unstorable_text', { ...hidden });
      return hidden ? '' : value;
    };
    const date = (column: PaperColumn, said: string): string => {
      if (!said) return '';
      const typed = readTypedDate(said);
      if (typed && 'value' in typed) return typed.value;
      if (typed) fault(column, 'row.unclear', { value: said });
      else fault(column, 'row.date');
      return '';
    };
    const paper = (column: PaperColumn, value: string, max: number): string => {
      const letters = findMissingLetters(value);
      if (value.length > max) fault(column, 'field.too_long');
      else if (letters !== null) fault(column, 'field.paper_letters', { letters });
      return value;
    };

    const [bin, name] = [text('bin'), text('name')];
    const number = paper('number', plainNumber(text('number')), MAX_CONTRACT_NUMBER);
    if (!number && !bin) return [];
    if (!number) fault('number', 'field.required');
    const contractor = findContractor(bin, name);
    const own_date = date('date', text('date'));
    const term = text('end_date');
    const period = readTypedPeriod(term);
    const start_date = date('start_date', text('start_date')) || period?.start || own_date;
    const end_date = period?.end ?? date('end_date', term);
    const signed_on = own_date || start_date;
    if (!signed_on) fault('date', 'field.required');
    if (!end_date) fault('end_date', 'field.required');
    else if (end_date < start_date) fault('end_date', 'document.dates_reversed');
    else if (signed_on > end_date) fault('date', 'document.date_after_end');
    const key = `${number.toUpperCase()} ${signed_on.slice(0, 4)}`;
    const before = first.get(key);
    if (number && before !== undefined) fault('number', 'row.repeats_row', { row: before });
    else first.set(key, row.row);
    return [
      {
        row: row.row,
        contractor,
        said: [name, bin].filter(Boolean).join(', '),
        number,
        title: paper('title', text('title') || `Договор № ${number}`, 200),
        date: signed_on,
        start_date,
        end_date,
        scan: text('scan'),
        faults,
      },
    ];

    function findContractor(typed: string, called: string) {
      if (typed) {
        const found = byBin.get(binOf(typed)) ?? null;
        if (!found) fault('bin', 'row.contractor_unknown', { value: typed });
        return found;
      }
      const alike = byName.get(plainCompany(called)) ?? [];
      if (alike.length === 1) return alike[0]!;
      if (!called) fault('bin', 'field.required');
      else
        fault('name', alike.length ? 'row.contractors_alike' : 'row.contractor_unknown', { value: called });
      return null;
    }
  });
}
