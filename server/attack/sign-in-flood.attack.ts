/**
 * a flood of wrong sign-ins from one address, each for another account. Quiet and flooded spans take turns in one
 * run; somebody who is signed in loads a list all the while, which may take at most 1.5 times as long under the flood.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedDemo } from '../seeds/demo.ts';
import { seedReference } from '../seeds/reference.ts';
import { DEMO_PASSWORD } from '../src/features/sandbox/sandbox.routes.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';

const A_SECOND = 300;
const SPAN_MS = 5_000;
const SPANS = Number(process.env.ATTACK_SPANS ?? 12);
const MOST_TIMES = 1.5;

await attackProduct(async (app) => {
  await seedReference(app.parts.db);
  await seedDemo(app);
  const { child, address } = await startServer(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const call = (path: string, headers: Record<string, string>, body?: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const method = body ? 'POST' : 'GET';
      const sent = request(`${address}/api/v1/${path}`, { method, headers, agent }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  const signIn = (email: string, password: string) =>
    call('auth/login/too', { 'content-type': 'application/json' }, { email, password });
  try {
    const { text } = await signIn('director@alatau.example', DEMO_PASSWORD);
    const authorization = `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
    const answers: Record<string, number> = {};
    let turn = 0;

    const flood = async (until: number): Promise<void> => {
      const open: Promise<void>[] = [];
      const began = performance.now();
      for (let sent = 0; performance.now() < until; await sleep(5))
        for (; sent < ((performance.now() - began) / 1000) * A_SECOND; sent++)
          open.push(
            signIn(`nobody${++turn}@flood.example`, 'wrong').then(
              ({ status }) => void (answers[status] = (answers[status] ?? 0) + 1),
            ),
          );
      await Promise.all(open);
    };
    const measure = async (until: number, times: number[]): Promise<void> => {
      for (; performance.now() < until; await sleep(20)) {
        const began = performance.now();
        const { status } = await call('doc/acts?limit=20', { authorization });
        if (status !== 200) throw new Error(`the list was answered ${status}`);
        times.push(performance.now() - began);
      }
    };

    const times = { quiet: [] as number[], flood: [] as number[] };
    await measure(performance.now() + SPAN_MS, []);
    for (let span = 0; span < SPANS; span++)
      for (const kind of ['quiet', 'flood'] as const) {
        const until = performance.now() + SPAN_MS;
        await Promise.all([measure(until, times[kind]), kind === 'flood' && flood(until)]);
      }
    const [quiet, flooded] = [quantiles(times.quiet), quantiles(times.flood)];
    const times_as_slow = Number((flooded.median / quiet.median).toFixed(2));
    return report({
      attack: 'sign_in_flood',
      passed: times_as_slow <= MOST_TIMES,
      flooded_s: (SPANS * SPAN_MS) / 1000,
      sent: turn,
      answers,
      list_ms: { quiet, flood: flooded },
      times_as_slow,
      at_most: MOST_TIMES,
    });
  } finally {
    agent.destroy();
    child.kill('SIGTERM');
  }
});

function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number(sorted[Math.floor(sorted.length * share)]!.toFixed(1));
  return { median: at(0.5), p90: at(0.9), measured: sorted.length };
}
