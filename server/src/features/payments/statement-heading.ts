import {
  lackOf,
  type MappedColumns,
  type StatementColumn,
} from '@kelisim/shared/features/payments/statement-columns.ts';
import type { Cell, ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import { plainTitle } from '../../platform/read-table.ts';

/** Headings of banks' tables, the surest first, in the form of `plainTitle`. */
const NAMES: Record<StatementColumn, string> = {
  date: 'дата операции|дата проводки|дата исполнения|дата платежа|дата валютирования|дата документа|дата и время|дата транзакции|дата|операция күні|операция жасалған күн|құжат күні|күні|transaction date|value date|date',
  number:
    'номер документа|№ документа|№ док|номер док|док №|номер платежного поручения|номер операции|номер|№|референс|құжат нөмірі|құжат №|нөмірі|document number|document no|reference',
  out: 'дебет|сумма дебет|обороты дебет|оборот дебет|дебет сумма|сумма по дебету|расход|сумма расход|списание|списания|сумма списания|списано|дебет бойынша|шығыс|debit|withdrawal',
  in: 'кредит|сумма кредит|обороты кредит|оборот кредит|кредит сумма|сумма по кредиту|приход|сумма приход|поступление|поступления|сумма поступления|зачисление|зачислено|кредит бойынша|кіріс|credit|deposit',
  amount: 'сумма|сумма операции|сумма платежа|сумма документа|сомасы|операция сомасы|сома|amount',
  side: 'дебет/кредит|дт/кт|д/к|приход/расход|признак|тип операции|вид операции|тип|операция түрі|түрі|d/c|type',
  name: 'контрагент|наименование контрагента|корреспондент|наименование корреспондента|наименование бенефициара/отправителя|бенефициар/отправитель|отправитель/получатель|получатель/отправитель|наименование получателя|получатель|бенефициар|контрагент атауы|алушы|counterparty|beneficiary',
  bin: 'бин/иин|иин/бин|бин иин|иин бин|бин/иин контрагента|иин/бин контрагента|бин контрагента|иин контрагента|бин/иин корреспондента|иин/бин корреспондента|бин/иин получателя|иин/бин получателя|бин|иин|жсн/бсн|бсн/жсн|bin/iin',
  iban: 'иик контрагента|счет контрагента|иик корреспондента|счет корреспондента|иик бенефициара/отправителя|иик получателя|счет получателя|иик|номер счета|счет|жск|шот|iban|account',
  knp: 'кнп|код кнп|код назначения платежа|тмк|төлем мақсатының коды|knp',
  purpose:
    'назначение платежа|назначение|детали платежа|детали операции|детали|описание операции|описание|содержание операции|төлем мақсаты|төлемнің мақсаты|төлем тағайындалуы|purpose|details|description',
  currency: 'валюта|валюта операции|валюта счета|валютасы|currency',
};

export interface StatementHeading {
  /** Where in the rows it stands. */
  at: number;
  /** One a column, each different: a second «Сумма» is «Сумма (2)», an empty one the empty text. */
  titles: string[];
}

const MOST_ABOVE = 60;
const FEWEST = 3;

/** The heading in a row, with what stands in the row above over its empty cells. */
export function headingAt(rows: readonly ReadRow[], at: number): StatementHeading {
  const own = rows[at]?.cells.map(textOf) ?? [];
  const above = at > 0 ? rows[at - 1]!.cells.map(textOf) : [];
  const seen = new Map<string, number>();
  const titles = Array.from({ length: Math.max(own.length, above.length) }, (_, index) => {
    const title = (own[index] || above[index] || '').replaceAll(/\s+/g, ' ').slice(0, 190);
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return title === '' || times === 1 ? title : `${title} (${times})`;
  });
  return { at, titles };
}

/** The row that names the most of what a statement says, or else the first that may be a heading; null for no table. */
export function findHeading(rows: readonly ReadRow[]): StatementHeading | null {
  const all = possibleHeadings(rows);
  const rank = ({ titles }: StatementHeading) => {
    const columns = proposeColumns(titles);
    // An operation may say «Расход» where another bank's heading does; a day, a number or a sum tells them apart.
    const isOperation = titles.some((title) => /^\d[\d\s.,/:-]*$/.test(title));
    return Object.keys(columns).length + (lackOf(columns) === null ? 100 : 0) - (isOperation ? 50 : 0);
  };
  const [best] = all.map((heading) => ({ heading, rank: rank(heading) })).toSorted((a, b) => b.rank - a.rank);
  return best?.heading ?? null;
}

export function possibleHeadings(rows: readonly ReadRow[]): StatementHeading[] {
  return rows.slice(0, MOST_ABOVE).flatMap(({ cells }, at) => {
    const filled = cells.filter((cell) => textOf(cell) !== '');
    return filled.length < FEWEST ? [] : [headingAt(rows, at)];
  });
}

/** The heading that has all these columns; null when the table is another. */
export function findMappedHeading(rows: readonly ReadRow[], columns: MappedColumns): StatementHeading | null {
  const wanted = Object.values(columns);
  return possibleHeadings(rows).find(({ titles }) => wanted.every((title) => titles.includes(title))) ?? null;
}

/** Columns by the names that banks give them. */
export function proposeColumns(titles: readonly string[]): MappedColumns {
  const plain = titles.map(plainTitle);
  const taken = new Set<number>();
  const found: MappedColumns = {};
  for (const [key, names] of Object.entries(NAMES)) {
    const at = names
      .split('|')
      .map((name) => plain.findIndex((title, index) => title === plainTitle(name) && !taken.has(index)))
      .find((index) => index >= 0);
    if (at === undefined) continue;
    taken.add(at);
    found[key as StatementColumn] = titles[at]!;
  }
  // Debit and credit apart say all; a sum beside them says it once more.
  if (found.out ?? found.in) {
    delete found.amount;
    delete found.side;
  }
  return found;
}

export function textOf(cell: Cell): string {
  return 'value' in cell ? String(cell.value).trim() : '';
}
