/**
 * A month of individuals paid net: their acts are reviewed, paid and put into the file for the bank, and after the bank
 * has done it the month's tax files are made. Of each stage the seconds; two minutes of all are the bound, on two cores.
 * BENCH_ACTS=500 is the whole measurement; as many executors as half of the acts, a half of them with the base deduction.
 */
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { seedReference } from '../server/seeds/reference.ts';
import { makeApp } from '../server/src/app.ts';
import { theBank } from '../server/src/features/payments/move-order.ts';
import { lockOrder } from '../server/src/features/payments/payments.queries.ts';
import { restOf, settleOrder } from '../server/src/features/payments/settle-order.ts';
import { ordersMatchActs } from '../server/src/invariants/orders-match-acts.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { callOf, makeActs, makeCompanies, pay, seeded } from '../server/test/bank-month.ts';
import { startBenchDatabase } from './bench-database.ts';
import { sized } from './size.ts';

const ACTS = Number(process.env.BENCH_ACTS ?? sized(500, 10));
const KINDS = ['opv', 'vosms', 'so'];

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const { db } = app.parts;
  await seedReference(db);
  const world = await makeCompanies(app, Math.ceil(ACTS / 2));
  await sql`update companies set withholding = 'on', withholding_since = '2026-01-01'
    where id = ${world.company_id}`.execute(db);
  await sql`insert into tax_standings (executor_company_id, valid_from, standing)
    select id, '2026-01-01', 'individual' from companies where role = 'executor'`.execute(db);
  await sql`insert into deduction_applications (company_id, executor_company_id, applied_on, valid_from)
    select ${world.company_id}, id, '2026-01-01', '2026-01-01' from companies
    where role = 'executor' and id % 2 = 0`.execute(db);
  const act_ids = await makeActs(app, ACTS, seeded(18));
  const call = callOf(app);
  await call('PUT', '/api/v1/payments/settings', {
    channel: 'file',
    payment_limit: null,
    bookkeeper_name: null,
  });
  await sql`analyze`.execute(db);

  const { payees } = await stage('reviewed', () =>
    call<{ payees: { acts: number; waits: string | null }[] }>('POST', '/api/v1/doc/acts/pay/preview', {
      act_ids,
    }),
  );
  const reviewed = payees.reduce((sum, { acts }) => sum + acts, 0);
  if (reviewed !== ACTS || payees.some(({ waits }) => waits)) throw new Error('not everybody can be paid');
  await stage('paid', () => pay(app, world, act_ids));
  await stage('bank_file', async () => {
    const { id } = await call<{ id: number }>('POST', '/api/v1/payments/files', {
      format: 'mt102',
      transit_accounts: world.transit,
    });
    await read(`/api/v1/payments/files/${id}/download`);
  });
  await settleAll();
  const month = almatyDate(app.parts.clock.now()).slice(0, 7);
  await stage('tax_files', async () => {
    await read(`/api/v1/obligations/sheet?month=${month}`);
    for (const kind of KINDS) await read(`/api/v1/obligations/list-file?month=${month}&kind=${kind}`);
  });
  const { faults } = await ordersMatchActs.check({ ...app.parts, now: new Date() });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await app.close();

  async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const done = await work();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    console.log(JSON.stringify({ bench: 'pay_people', stage: name, acts: ACTS, seconds }));
    return done;
  }

  async function read(url: string): Promise<void> {
    const bytes = await call<Buffer>('GET', url);
    if (bytes.length === 0) throw new Error(`${url} is empty`);
  }

  async function settleAll(): Promise<void> {
    const orders = await db.selectFrom('payment_orders').select('id').execute();
    const day = almatyDate(app.parts.clock.now());
    for (const { id } of orders)
      await db.transaction().execute(async (tx) => {
        const order = (await lockOrder(tx, id))!;
        await settleOrder(tx, order, { amount_tiyn: restOf(order), day, operation_id: null }, theBank);
      });
  }
} finally {
  await postgres.stop();
}
