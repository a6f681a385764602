/**
 * What the feed of events costs the making of an act: acts made one by one, each in a transaction of its own, by a company
 * with a feed and by the same company without one. The two take turns, so that what else the machine does falls on both.
 * Wall clock, and processor time of the process and of PostgreSQL together, per act.
 */
import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { sql } from 'kysely';
import { seedReference } from '../server/seeds/reference.ts';
import { createAct } from '../server/src/features/acts/create-act.ts';
import { askForFeed } from '../server/src/features/events/public.ts';
import type { CompanyActor } from '../server/src/platform/actor.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { fillActs } from '../server/test/fill-acts.ts';
import { startBenchDatabase } from './bench-database.ts';
import { median } from './median.ts';
import { postgresCpu } from '../server/test/postgres-cpu.ts';
import { sized } from './size.ts';

const ACTS = sized(1_000, 5);
const ROUNDS = sized(9, 1);
/** More than that, and a deed would wait for who reads of it. */
const TARGET = 1.1;
const WAYS = ['without', 'with'] as const;
const TODAY = '2026-01-31';

const postgres = await startBenchDatabase();
try {
  const log = makeLog('silent');
  const db = openDatabase({ url: postgres.url, log, max: 1 });
  const owner = openDatabase({ url: postgres.owner_url, log, max: 1 });
  await seedReference(db);
  const { companies } = await fillActs(postgres.owner_url, { sizes: [100], of_others: 0, password_hash: '' });
  const [company] = companies;
  if (!company) throw new Error('no company was filled');
  const actor: CompanyActor = {
    user_id: 1,
    session_id: 0,
    full_name: '',
    iin: null,
    role_id: 1,
    role: 'business',
    company_id: company.id,
    rights: 'all',
    key: null,
    platform_rights: new Set(),
    proof_at: null,
    locale: 'ru',
  };
  const input = actInput.parse({
    title: 'Услуги',
    contract_id: company.contract_id,
    contractor_company_id: company.first_executor_id,
    date: TODAY,
    start_date: '2026-01-01',
    end_date: TODAY,
    knp: '859',
    services: [{ category_id: 1, description: 'Доставка', quantity: '3', rate: '1500.00', unit_id: 1 }],
  });
  const makeActs = async () => {
    for (let made = 0; made < ACTS; made++)
      await db.transaction().execute((tx) => createAct(tx, actor, input, TODAY));
  };
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + (postgresCpu(postgres.pid) ?? 0) * 1_000;
  };

  const cost = {
    without: { wall: [] as number[], cpu: [] as number[] },
    with: { wall: [] as number[], cpu: [] as number[] },
  };
  for (let round = 0; round <= ROUNDS; round++)
    for (const way of round % 2 ? WAYS : WAYS.toReversed()) {
      if (way === 'with') await askForFeed(db, company.id);
      else await sql`delete from event_feeds`.execute(owner);
      const [began, before] = [performance.now(), cpu()];
      await makeActs();
      // The first round warms both up.
      if (round === 0) continue;
      cost[way].wall.push((performance.now() - began) / ACTS);
      cost[way].cpu.push((cpu() - before) / ACTS);
    }
  const { rows } = await sql<{ events: number }>`select count(*)::int as events from events`.execute(db);
  const events = rows.reduce((_, row) => row.events, 0);
  if (events !== ACTS * (ROUNDS + 1)) throw new Error(`${events} events of ${ACTS * (ROUNDS + 1)} acts`);
  const ratio = (of: 'wall' | 'cpu') =>
    Number(median(cost.with[of].map((ms, at) => ms / (cost.without[of][at] ?? 0))).toFixed(3));
  console.log(
    JSON.stringify({
      bench: 'events',
      acts: ACTS * ROUNDS,
      act_ms: Number(median(cost.without.wall).toFixed(3)),
      act_with_event_ms: Number(median(cost.with.wall).toFixed(3)),
      wall_ratio: ratio('wall'),
      cpu_ratio: ratio('cpu'),
      target: TARGET,
    }),
  );
  await Promise.all([db.destroy(), owner.destroy()]);
} finally {
  await postgres.stop();
}
