/**
 * `ATTACK_SUMS` (ten thousand) random acts of sellers with every rate of VAT and with none: the sums on the paper, in the
 * invoice, the ЭАВР, the payment order and the reconciliation agree to the tiyn.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { seedReference } from '../seeds/reference.ts';
import { assertSumsAgree } from '../test/agreeing-sums.ts';
import { callFunctions } from '../test/calls.ts';
import type { TestApp } from '../test/make-app.ts';
import { authoritiesFolder } from '../test/signing-keys.ts';
import { attackProduct, report } from './attacked-product.ts';

const ACTS = Number(process.env.ATTACK_SUMS ?? 10_000);

await attackProduct(
  async (plain) => {
    const { db, config } = plain.parts;
    await seedReference(db);
    const app: TestApp = {
      ...plain,
      ...callFunctions(plain.http),
      database_url: config.database_url,
      owner: db,
      data_dir: config.data_dir,
      listen: () => plain.http.listen({ port: 0, host: '127.0.0.1' }),
    };
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
  },
  async (folder) => {
    cpSync(await authoritiesFolder(), join(folder, 'sandbox-nca'), {
      recursive: true,
      filter: (path) => !path.endsWith('pairs'),
    });
  },
);
