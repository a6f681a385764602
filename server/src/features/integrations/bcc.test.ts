import { afterAll, expect, test } from 'vitest';
import { bccAtHand } from '../../../test/bcc-at-hand.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { bccBank } from '../../adapters/banks/bcc/bcc-bank.ts';

const own = { client_id: 'kelisim', client_secret: 'own-secret', mark: 'bcc' };
const agreement = { ...own, url: 'https://api.bcc.kz' };
const bcc = bccAtHand(own);

const one = await makeTestApp();
const two = await makeTestApp({ beside: one });
forgetTokens();
const { director } = await makeCompany(one, { algorithm: 'rsa' });
const [main] = await one.ok('banking.requisites', director, {});
bcc.state.accounts.push({
  iban: main!.iban,
  currency: 'KZT',
  status: 'active',
  is_main: true,
  balance: 7.5,
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** As after a start: whatever a process has kept of tokens is gone. */
function forgetTokens(): void {
  for (const app of [one, two]) app.parts.bank_connectors.BCC = bccBank(bcc.outbound, agreement);
}

async function agree(): Promise<void> {
  const { address } = await one.ok('integrations.ask_consent', director, { params: { kind: 'BCC' } });
  expect(new URL(address).origin).toBe('https://auth.bcc.kz');
  const state = new URL(address).searchParams.get('state')!;
  const body = { code: `${own.mark}-code`, state };
  await one.ok('integrations.take_consent', director, { params: { kind: 'BCC' }, body });
}

const check = async (app: TestApp) =>
  (await app.ok('integrations.test', director, { params: { kind: 'BCC' } })).check!;

test('the consent lives on, though each use of it gives another token and kills the one before', async () => {
  await agree();
  for (let turn = 0; turn < 3; turn++) {
    forgetTokens();
    // Both processes come with it at the same moment: one waits for what the other was given.
    const checks = await Promise.all([check(one), check(two)]);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['works', 'works']);
  }
  await one.ok('integrations.remove', director, { params: { kind: 'BCC' } });
  // Given back is the last one: the bank knows no other.
  expect(bcc.state.revoked).toEqual([`${own.mark}-refresh-7`]);
  expect(bcc.state.asked.filter((question) => question === 'POST /v1/auth-client/token')).toHaveLength(7);
});
