/**
 * `ATTACK_SUMS` (ten thousand) random acts of sellers with every rate of VAT and with none: the sums on the paper, in the
 * invoice, the ЭАВР, the payment order and the reconciliation agree to the tiyn.
 */
import { assertSumsAgree } from '../test/agreeing-sums.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const ACTS = Number(process.env.ATTACK_SUMS ?? 10_000);

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const began = Date.now();
  const disagreed = { acts: 0, lines: 0, fault: '' };
  const done = await assertSumsAgree(app, ACTS).catch((error: unknown) => {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    disagreed.fault = String(cause);
    console.error(error);
    return disagreed;
  });
  return report({
    attack: 'sums',
    passed: disagreed.fault === '' && done.acts >= ACTS,
    ...done,
    took_s: Math.round((Date.now() - began) / 1000),
  });
}, furnishAuthorities);
