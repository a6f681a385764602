/**
 * tokens that were bent a little, or are garbage, let nobody in and break nothing. Access tokens go the whole
 * way of a call; half and refresh tokens are read where their calls read them.
 */
import { bendToken } from './bend-token.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';

const TOKENS = Number(process.env.ATTACK_TOKENS ?? 100_000);
const AT_ONCE = 50;

await attackProduct(async ({ parts, http }) => {
  const email = 'bent@kelisim.example';
  const password = 'attack-attack-attack';
  const { id: user_id } = await parts.db
    .insertInto('users')
    .values({ email, full_name: 'T', password_hash: await hashPassword(password) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entered = await http.inject({
    method: 'POST',
    url: '/api/v1/auth/login/too',
    payload: { email, password },
  });
  const { access_token, refresh_token } = entered.json<{ access_token: string; refresh_token: string }>();
  const half = parts.tokens.half({ user_id, means: 'password', prefer: 'organisation' });
  const me = async (token: string) => {
    const answer = await http.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, id: (answer.json() as { id?: number }).id };
  };
  if ((await me(access_token)).status !== 200) throw new Error('the token itself does not let in');

  /** In base64 the last bits of a part may mean nothing: then it is the same token written otherwise. */
  const sameBytes = (one: string, other: string) => bytesOf(one) === bytesOf(other);
  const bytesOf = (token: string) =>
    token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');
  const seen: Record<string, number> = {};
  let same = 0;
  let let_in = 0;
  const try_one = async (turn: number) => {
    const bent = bendToken(access_token, turn);
    if (bent !== access_token) {
      const { status, id } = await me(bent);
      seen[status] = (seen[status] ?? 0) + 1;
      if (status !== 401) {
        if (sameBytes(bent, access_token) && id === user_id) same++;
        else let_in++;
      }
    }
    const bent_half = bendToken(half, turn);
    if ((await parts.tokens.readHalf(bent_half)) && !sameBytes(bent_half, half)) let_in++;
    const bent_refresh = bendToken(refresh_token, turn);
    if (bent_refresh !== refresh_token && parts.tokens.sessionOfRefresh(bent_refresh) !== null) let_in++;
  };
  for (let done = 0; done < TOKENS; done += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, TOKENS - done) }, (_, at) => try_one(done + at)),
    );
  return report({ attack: 'bent_tokens', passed: let_in === 0, tokens: TOKENS, let_in, same, answers: seen });
});
