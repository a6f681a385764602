/**
 * What deeds cost a company whose addresses are dead or slow, beside a company without any, in turn within one run: acts
 * are made by calls while the watchers of the same process send. Told by the processor of that process, sending
 * included, and by the clock, over all turns of each. `ATTACK_EVENTS` makes a turn of a twelfth of it, long enough for the
 * slow one to answer.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { sinceWhen } from '../src/features/events/open-feed.ts';
import { makeDeal, makeDraftAct } from '../test/papers.ts';
import { makeCompany, makeExecutor } from '../test/people.ts';
import { attackProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { addTarget } from './events-of-a-company.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const DEEDS = Math.ceil(Number(process.env.ATTACK_EVENTS ?? 5_000) / 12);
const TURNS = 4;
const WARM_UP = 50;
/** Of what the same costs without an address. */
const MOST = 1.1;
const SLOW_MS = 3_200;
const WAYS = ['without', 'troubled'] as const;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const { db } = app.parts;
  const deal = async () => {
    const company = await makeCompany(app);
    return makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  };
  const deals = { without: await deal(), troubled: await deal() };
  const company_id = deals.troubled.company.id;
  await sinceWhen(db, company_id);
  const slow = createServer((request, reply) => {
    request.resume();
    setTimeout(() => reply.end(), SLOW_MS).unref();
  });
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  const { port } = slow.address() as AddressInfo;
  // Nobody listens at the first.
  for (const url of ['http://127.0.0.1:1/', `http://127.0.0.1:${port}/`])
    await addTarget(app.parts, company_id, url);
  plain.watch();

  const spent = Object.fromEntries(WAYS.map((way) => [way, { wall: [] as number[], cpu: [] as number[] }]));
  try {
    for (let turn = -1; turn < TURNS; turn++)
      for (const way of turn % 2 === 0 ? WAYS : WAYS.toReversed()) {
        await sql`update webhook_endpoints set state = ${way === 'troubled' ? 'on' : 'off'}`.execute(db);
        const [began, before] = [performance.now(), process.cpuUsage()];
        for (let deed = 0; deed < (turn < 0 ? WARM_UP : DEEDS); deed++) await makeDraftAct(app, deals[way]);
        const { user, system } = process.cpuUsage(before);
        if (turn < 0) continue;
        spent[way]?.wall.push(performance.now() - began);
        spent[way]?.cpu.push((user + system) / 1_000);
      }
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
  const whole = (way: string, of: 'wall' | 'cpu') =>
    (spent[way]?.[of] ?? []).reduce((sum, ms) => sum + ms, 0);
  const ratio = (of: 'wall' | 'cpu') =>
    Math.round((whole('troubled', of) / whole('without', of)) * 1_000) / 1_000;
  const { rows } = await sql<{ waiting: number; tried: number }>`
    select count(*)::int as waiting, count(tried_at)::int as tried from webhook_deliveries`.execute(db);
  const { waiting, tried } = rows[0] ?? { waiting: 0, tried: 0 };
  return report({
    attack: 'deeds beside dead and slow addresses',
    // Both were asked, and something was left to be sent.
    passed: Math.max(ratio('cpu'), ratio('wall')) <= MOST && tried >= 2 && waiting > tried,
    deeds: DEEDS * TURNS,
    without_cpu_ms: Math.round((whole('without', 'cpu') / (DEEDS * TURNS)) * 100) / 100,
    without_wall_ms: Math.round((whole('without', 'wall') / (DEEDS * TURNS)) * 100) / 100,
    cpu_ratio: ratio('cpu'),
    wall_ratio: ratio('wall'),
    deliveries: waiting,
    tried,
  });
}, furnishAuthorities);
