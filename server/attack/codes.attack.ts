/**
 * codes of six digits are guessed from everywhere at once. However many tries come, a code is compared five times
 * at most, and no address is asked about more than ten times an hour; so in a million tries nearly all are never looked at.
 */
import { randomInt } from 'node:crypto';
import { hashPassword } from '../src/features/auth/public.ts';
import { addressOf, attackProduct } from './attacked-product.ts';
import { report } from './report.ts';

const TRIES = Number(process.env.ATTACK_TRIES ?? 100_000);
const ACCOUNTS = 100;
const AT_ONCE = 100;

await attackProduct(async ({ parts, http }) => {
  const password_hash = await hashPassword('attack-attack-attack');
  // Each in a hundred-thousandth of its own, for those are limited too.
  const phone = (at: number) => `+7701${String(at).padStart(3, '0')}0001`;
  await parts.db
    .insertInto('users')
    .values(
      Array.from({ length: ACCOUNTS }, (_, at) => ({
        phone: phone(at),
        full_name: `T ${at}`,
        password_hash,
      })),
    )
    .execute();
  const post = (url: string, payload: object, turn: number) =>
    http.inject({ method: 'POST', url, payload, remoteAddress: addressOf(turn) });
  for (let at = 0; at < ACCOUNTS; at++) await post('/api/v1/auth/login/phone/code', { phone: phone(at) }, at);

  const answers: Record<string, number> = {};
  for (let done = 0; done < TRIES; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const answer = await post(
          '/api/v1/auth/login/phone',
          { phone: phone((done + at) % ACCOUNTS), code: String(randomInt(1_000_000)).padStart(6, '0') },
          done + at,
        );
        const said = `${answer.statusCode} ${(answer.json() as { code?: string }).code ?? 'ok'}`;
        answers[said] = (answers[said] ?? 0) + 1;
      }),
    );
  }
  const { most, sum } = await parts.db
    .selectFrom('one_time_codes')
    .select((eb) => [eb.fn.max('tries').as('most'), eb.fn.sum<number>('tries').as('sum')])
    .executeTakeFirstOrThrow();
  const compared = Number(sum);
  const found = answers['200 ok'] ?? 0;
  // Five tries of a million each: more than one hit among so few is no chance.
  return report({
    attack: 'code_brute_force',
    passed: Number(most) <= 5 && compared <= ACCOUNTS * 5 && found <= 1,
    tries: TRIES,
    codes: ACCOUNTS,
    compared,
    most_per_code: Number(most),
    found,
    answers,
  });
});
