/**
 * `npm run doctor`: says in sentences what is wrong with this installation and how to mend it. Give it the settings of
 * the product. It changes nothing, but for one file that it stores and removes. Ends with 1 when something is wrong.
 */
import { lookOver } from '../doctor/look-over.ts';
import { besideProduct } from './beside-product.ts';

if (process.argv.length > 2) {
  console.error('Usage: npm run doctor');
  process.exit(64);
}
const LABELS = { ok: 'ok     ', wrong: 'WRONG  ', unknown: 'unknown' };
const env = process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env };
const found = await lookOver(env, (work) => besideProduct(work, false));
for (const { state, says } of found) console.log(`${LABELS[state]}  ${says}`);
const faults = found.filter(({ state }) => state === 'wrong').length;
console.log(
  faults === 0 ? 'Nothing is wrong.' : faults === 1 ? '1 thing is wrong.' : `${faults} things are wrong.`,
);
process.exitCode = faults === 0 ? 0 : 1;
