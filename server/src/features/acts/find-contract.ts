import { binOf, plainCompany } from '../../platform/read-party.ts';
import type { ImportReferences } from './import.queries.ts';

type Contract = ImportReferences['contracts'][number];

/** Why a contract was not found; `several` when the cell is empty and the executor has more than one. */
export type NoContract = 'no_contractor' | 'no_contract' | 'several';

/**
 * Contracts by ИИН or БИН and title: a table has thousands of rows, and a company may have as many contracts. A contract
 * that was renewed has namesakes; meant is the one whose dates hold the period of the act, the latest of several. An
 * empty title means the only contract that can hold the act.
 */
export function contractFinder({ contracts }: Pick<ImportReferences, 'contracts'>) {
  const byNumber = Map.groupBy(contracts, (row) => row.bin);
  // By its number as well, with or without its sign: tables of other programs name contracts so.
  const byTitle = Map.groupBy(
    contracts.flatMap((row) =>
      [row.title, row.number, `№${row.number}`, `№ ${row.number}`].map((called) => ({ ...row, called })),
    ),
    (row) => keyOf(row.bin, row.called),
  );
  const byName = Map.groupBy(contracts, (row) => plainCompany(row.name));
  const namesakes = new Map(
    [...byTitle].map(([key, rows]) => [
      key,
      rows.toSorted((a, b) => b.end_date.localeCompare(a.end_date) || b.id - a.id),
    ]),
  );
  const holds = (row: Contract, start_date: string, end_date: string) =>
    row.start_date <= start_date && end_date <= row.end_date;
  return {
    find(number: string, title: string, start_date: string, end_date: string): Contract | NoContract {
      const bin = binOf(number);
      const own = byNumber.get(bin);
      if (!own) return 'no_contractor';
      if (title === '') {
        const fitting = own.filter((row) => holds(row, start_date, end_date));
        if (fitting.length === 1) return fitting[0]!;
        return own.length === 1 ? own[0]! : 'several';
      }
      const number_said = numberIn(title);
      const found =
        namesakes.get(keyOf(bin, title)) ??
        (number_said === null ? [] : (namesakes.get(keyOf(bin, number_said)) ?? []));
      // Two titles may differ in such a sign alone.
      const same = found.filter((row) => row.title.toLowerCase() === title.toLowerCase());
      return (
        [...same, ...found].find((row) => holds(row, start_date, end_date)) ??
        same[0] ??
        found[0] ??
        'no_contract'
      );
    },
    titlesOf: (number: string) => [...new Set(byNumber.get(binOf(number))?.map((row) => row.title))],
    /** Whether an empty cell says enough for this executor. */
    hasOnly: (number: string) => byNumber.get(binOf(number))?.length === 1,
    /** ИИН or БИН of those who are called so. */
    numbersOf: (name: string) => [...new Set(byName.get(plainCompany(name))?.map((row) => row.bin))],
  };
}
export type ContractFinder = ReturnType<typeof contractFinder>;

function keyOf(bin: string, title: string): string {
  return `${bin} ${plainName(title)}`;
}

/** «Договор № 7», «дог. 7 от 16.02.2026» and «№ 7 шарт» mean the number 7; null for other titles. */
function numberIn(title: string): string | null {
  const bare = plainName(title)
    .replace(/^(договор\p{L}*|дог\.?|контракт|(келісім)?шарт\p{L}*)\s*/u, '')
    .replace(/\s+(от\s.*|(келісім)?шарт\p{L}*)$/u, '')
    .replace(/^([№#]\s*|n\s+)/u, '');
  return /^[\p{L}\d/.-]*\d[\p{L}\d/.-]*$/u.test(bare) ? bare : null;
}

/** Tables and word processors put other blanks, dashes and quotes in the place of those that were typed. */
function plainName(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[«»“”„‘’']/g, '"')
    .trim();
}
