/**
 * who has an account cannot be told from how long an answer takes. Known and unknown addresses are asked in turns,
 * each once; the share of pairs in which the known one was slower (AUC) must lie about a half.
 */
import { hashPassword } from '../src/features/auth/public.ts';
import { addressOf, attackProduct } from './attacked-product.ts';
import { report } from './report.ts';

const EACH = Number(process.env.ATTACK_SAMPLES ?? 500);
const [LEAST, MOST] = [0.45, 0.55];

await attackProduct(async ({ parts, http }) => {
  const password_hash = await hashPassword('attack-attack-attack');
  const known = (at: number) => `known${at}@kelisim.example`;
  const unknown = (at: number) => `other${at}@kelisim.example`;
  await parts.db
    .insertInto('users')
    .values(
      Array.from({ length: EACH + 20 }, (_, at) => ({
        email: known(at),
        full_name: `Known ${at}`,
        password_hash,
      })),
    )
    .execute();
  let turn = 0;
  /** Milliseconds of one answer, and the answer. */
  const ask = async (url: string, payload: object): Promise<{ ms: number; said: string }> => {
    const remoteAddress = addressOf(++turn);
    const began = performance.now();
    const answer = await http.inject({ method: 'POST', url, payload, remoteAddress });
    const ms = performance.now() - began;
    return { ms, said: `${answer.statusCode} ${answer.body.replace(/"request_id":"[^"]+"/, '')}` };
  };
  const compare = async (attack: string, url: string, body: (email: string) => object) => {
    for (let at = EACH; at < EACH + 20; at++) {
      await ask(url, body(known(at)));
      await ask(url, body(unknown(at)));
    }
    const times = { known: [] as number[], unknown: [] as number[] };
    const said = new Set<string>();
    for (let at = 0; at < EACH; at++) {
      // Who goes first changes, so that neither always comes after the other.
      for (const kind of at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const answer = await ask(url, body((kind === 'known' ? known : unknown)(at)));
        times[kind].push(answer.ms);
        said.add(answer.said);
      }
    }
    const auc = shareSlower(times.known, times.unknown);
    const passed = said.size === 1 && auc >= LEAST && auc <= MOST;
    return report({
      attack,
      passed,
      known: EACH,
      unknown: EACH,
      answers: [...said].map((text) => text.slice(0, 120)),
      auc: Number(auc.toFixed(3)),
      between: [LEAST, MOST],
      median_ms: { known: middle(times.known), unknown: middle(times.unknown) },
    });
  };
  const results = [
    await compare('forgot_init_timing', '/api/v1/auth/forgot/init', (email) => ({ email })),
    await compare('login_timing', '/api/v1/auth/login/too', (email) => ({ email, password: 'не тот' })),
  ];
  return results.every(Boolean);
});

/** Mann–Whitney: how often one of the first is greater than one of the second; ties count half. */
function shareSlower(first: number[], second: number[]): number {
  let wins = 0;
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (first.length * second.length);
}

function middle(numbers: number[]): number {
  return Number(numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!.toFixed(2));
}
