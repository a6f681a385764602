/**
 * `npm run -s taxes -- reckon --cases F`: reckons the cases of a JSON file (`caseFile` tells its form) by the figures of
 * the product's database and prints the file with `actual` in each case, a sum in whole tenge, or `why_not`.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { listFigures } from '../features/taxes/public.ts';
import { besideProduct } from './beside-product.ts';
import { answerCase, caseFile } from './tax-cases.ts';

const { values, positionals } = parseArgs({
  options: { cases: { type: 'string' } },
  allowPositionals: true,
  strict: false,
});
if (positionals.join() !== 'reckon' || typeof values.cases !== 'string') {
  console.error('Usage: npm run -s taxes -- reckon --cases FILE');
  process.exit(64);
}
const file = caseFile.parse(JSON.parse(await readFile(values.cases, 'utf8')));
await besideProduct(async (db) => {
  const figures = await listFigures(db);
  const cases = file.cases.map((one) => answerCase(one, figures));
  console.log(JSON.stringify({ ...file, cases }, null, 1));
});
