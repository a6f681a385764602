import { afterAll, expect, test } from 'vitest';
import { assertSumsAgree } from './agreeing-sums.ts';
import { makeTestApp } from './make-app.ts';

const app = await makeTestApp();
afterAll(() => app.close());

/** `npm run prove sums` walks ten thousand. */
const ACTS = 36;

test('act, ЭСФ, ЭАВР, payment order and reconciliation agree to the tiyn', async () => {
  expect((await assertSumsAgree(app, ACTS)).acts).toBeGreaterThanOrEqual(ACTS);
});
