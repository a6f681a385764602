import { readFile } from 'node:fs/promises';
import { createXlsxSpreadsheet } from '../adapters/spreadsheet/xlsx/xlsx-spreadsheet.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import words from '@kelisim/shared/texts/ru/problems.ts';
import { importKato } from '../features/addresses/public.ts';
import { besideProduct } from './beside-product.ts';

/** Brings the official list of places (КАТО, an XLSX of stat.gov.kz) in, whole or not at all. Answers the exit code. */
export async function runImportKato(path: string): Promise<number> {
  const xlsx = await readFile(path).catch(() => null);
  if (!xlsx) {
    console.error(`${path} cannot be read.`);
    return 1;
  }
  const spreadsheet = createXlsxSpreadsheet();
  try {
    await besideProduct(async (db) => {
      const count = await importKato({ db, spreadsheet }, xlsx);
      console.log(`${count} places were brought in.`);
    });
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(fill(words[error.code], error.detail.values ?? {}));
    return 1;
  } finally {
    await spreadsheet.close();
  }
}
