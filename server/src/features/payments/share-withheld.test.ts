import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { LAST, makeTwo, moveMoney, sendNet } from '../../../test/withheld.ts';

const app = await makeTestApp();
afterAll(() => closeSound(app));

const gcd = (one: bigint, other: bigint): bigint => (other === 0n ? one : gcd(other, one % other));
/** `x` with `one * x = 1` modulo `of`, which have no divisor in common. */
function inverse(one: bigint, of: bigint): bigint {
  let [a, b, x, y] = [one % of, of, 1n, 0n];
  while (b !== 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % of) + of) % of;
}

test('of ten billion tenge too a part of the money takes its whole tenge of what is withheld, and none more', async () => {
  const [deal] = await makeTwo(app);
  const { order } = await sendNet(app, deal, '9876543210.01', `${LAST}-04`);
  const stored = await app.parts.db
    .selectFrom('payment_orders')
    .select(['amount_tiyn', 'ipn_tiyn'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const [amount, tenge] = [stored.amount_tiyn, stored.ipn_tiyn / 100n];
  // With so much of it paid the share is as little below a whole tenge as can be.
  const common = gcd(tenge, amount);
  const rest = amount / common;
  const paid = rest - inverse(tenge / common, rest);
  expect((tenge * paid) % amount).toBe(amount - common);
  await moveMoney(app, deal, order.id, paid, `${LAST}-04`);
  const { ipn_tiyn } = await app.parts.db
    .selectFrom('settlements')
    .select('ipn_tiyn')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(ipn_tiyn).toBe(((tenge * paid) / amount) * 100n);
});
