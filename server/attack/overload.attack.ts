/**
 * F22: many times more requests for lists than one process answers. Signing, paying and signing in go on meanwhile; of
 * the lists some are refused, soon, and nothing else is answered. Half a minute later everything is as before.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { makeDeal, makeSignedActs, signaturesOf } from '../test/papers.ts';
import { makeCompany, makeExecutor, PASSWORD } from '../test/people.ts';
import { makeManySentActs } from '../test/quick-acts.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { callerOf } from './call-product.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const AT_ONCE = Number(process.env.ATTACK_AT_ONCE ?? 300);
const FLOOD_MS = 20_000;
const ACTS = 15;
const MOST_DEED_MS = 10_000;
const HEALED_WITHIN_MS = 30_000;
const MOST_TIMES = 2;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const to_sign = await makeManySentActs(app, deal, ACTS);
  const signatures = await signaturesOf(app, deal.executor.person, to_sign);
  const to_pay: number[] = [];
  // A few at once: on a slow machine more are not done within one call.
  while (to_pay.length < ACTS) to_pay.push(...(await makeSignedActs(app, deal, 3)));
  const { child, address } = await startServer(plain);
  const call = callerOf(address);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const as = { token: company.director.token };
  const list = () =>
    new Promise<{ status: number; ms: number }>((done) => {
      const began = performance.now();
      const end = (status: number) => done({ status, ms: performance.now() - began });
      const headers = { authorization: `Bearer ${company.director.token}` };
      request(`${address}/api/v1/doc/acts?limit=20`, { agent, headers }, (answer) => {
        answer.resume().on('end', () => end(answer.statusCode ?? 0));
      })
        .on('error', () => end(0))
        .end();
    });
  const quietMs = async () => {
    const times: number[] = [];
    for (let n = 0; n < 20; n++) times.push((await list()).ms);
    return median(times);
  };
  try {
    await quietMs();
    const quiet_ms = await quietMs();
    const until = performance.now() + FLOOD_MS;
    const lists: { status: number; ms: number }[] = [];
    const flood = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < until) lists.push(await list());
      }),
    );
    await sleep(1_000);
    const deeds: { what: string; ok: boolean; ms: number }[] = [];
    const deed = async (what: string, work: () => Promise<boolean>) => {
      const began = performance.now();
      const ok = await work();
      deeds.push({ what, ok, ms: performance.now() - began });
    };
    const isDone = ({ status, json }: Awaited<ReturnType<typeof call>>) =>
      status === 200 && (json as BulkAnswer).items.every((item) => ['ok', 'waiting'].includes(item.status));
    for (let n = 0; n < ACTS && performance.now() < until; n++) {
      const [signature] = signatures.slice(n, n + 1);
      const act_ids = to_pay.slice(n, n + 1);
      const body = { signatures: [signature] };
      await deed('sign', async () =>
        isDone(await call('acts.sign', { body }, { token: deal.executor.person.token })),
      );
      await deed('pay', async () => isDone(await call('acts.pay', { body: { act_ids } }, as)));
      await deed('sign_in', async () => {
        const { email } = company.director;
        return (await call('auth.login_too', { body: { email, password: PASSWORD } })).status === 200;
      });
    }
    await flood;
    const over_at = performance.now();
    let after_ms = await quietMs();
    while (after_ms > quiet_ms * MOST_TIMES && performance.now() < over_at + HEALED_WITHIN_MS)
      after_ms = await quietMs();
    const statuses: Record<string, number> = {};
    for (const { status } of lists) statuses[status] = (statuses[status] ?? 0) + 1;
    const failed = deeds.filter(({ ok }) => !ok).map(({ what }) => what);
    const longest_deed_ms = Math.round(Math.max(...deeds.map(({ ms }) => ms)));
    const refused = lists.filter(({ status }) => status !== 200).map(({ ms }) => ms);
    return report({
      attack: 'overload',
      passed:
        failed.length === 0 &&
        longest_deed_ms < MOST_DEED_MS &&
        refused.length > 0 &&
        Object.keys(statuses).every((status) => ['200', '429', '503'].includes(status)) &&
        after_ms <= quiet_ms * MOST_TIMES,
      lists: lists.length,
      refused: refused.length,
      refused_ms: Math.round(median(refused)),
      deeds: deeds.length,
      failed: failed.join(' '),
      longest_deed_ms,
      quiet_ms: Math.round(quiet_ms),
      after_ms: Math.round(after_ms),
      statuses,
    });
  } finally {
    agent.destroy();
    child.kill('SIGKILL');
  }
}, furnishAuthorities);

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
