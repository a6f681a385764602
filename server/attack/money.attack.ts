/**
 * F10, F11, A-23: orders against a bank with one trouble after the other, by two processes that are killed at random.
 * In the end the bank's ledger is the paid acts, to the tiyn, and no act was ever ordered twice. Then a hundred clicks at
 * once, twenty times: one order each time. `ATTACK_ORDERS` is how many orders there are in all; with a thousand the
 * attack ends within ten minutes, whatever becomes of them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { seedReference } from '../seeds/reference.ts';
import {
  SANDBOX_CLIENT,
  serveSandboxBank,
  type BankTrouble,
} from '../src/adapters/banks/sandbox/serve-bank.ts';
import type { App } from '../src/app.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { balancesAgree } from '../src/invariants/balances-agree.ts';
import { bankHasOurOrders } from '../src/invariants/bank-has-our-orders.ts';
import { moneyAgreesWithTheBank } from '../src/invariants/money-agrees-with-the-bank.ts';
import { ordersMatchActs } from '../src/invariants/orders-match-acts.ts';
import { totalsAreCounted } from '../src/invariants/totals-are-counted.ts';
import { freePort } from '../test/free-port.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';

const ORDERS = Number(process.env.ATTACK_ORDERS ?? 1_000);
/** More orders than usual are given more time. */
const DEADLINE = Date.now() + 560_000 * Math.max(1, ORDERS / 1_000);
const PASSWORD = 'attack-attack-attack';
const SETTLED = ['settled', 'rejected', 'cancelled'] as const;
const EMAIL = 'attack@kelisim.example';
/** `half`: the bank goes away while orders are under way, tokens included. */
const TROUBLES: (BankTrouble | 'half')[] = [
  'none',
  'slow',
  'silent',
  'cut',
  'lost_answer',
  'busy',
  'down',
  'twice',
  'late_callback',
  'rude_callback',
  'half',
];
/** Silence costs ten seconds for every eight orders, so fewer of them meet it. */
const SILENT_ORDERS = Math.ceil(ORDERS / 25);
const OTHER_ORDERS = Math.ceil((ORDERS - SILENT_ORDERS) / (TROUBLES.length - 1));

/** The bank stands at the product's own address: a sandbox asks no other of loopback. */
const bank_port = await freePort();
const PUBLIC_URL = `http://127.0.0.1:${bank_port}`;

async function attackMoney(app: App): Promise<boolean> {
  const { db, config } = app.parts;
  await seedReference(db);
  await makeCompanies(app);
  let trouble: BankTrouble | 'half' = 'none';
  let is_up = true;
  const bank = fastify();
  await serveSandboxBank(bank, {
    db,
    master_key: config.master_key,
    slow_ms: 500,
    isUp: () => is_up,
    // Every second order meets it, so that half of a batch is taken as it should be.
    trouble: ({ end_to_end_id }) =>
      trouble === 'half' || Number.parseInt(end_to_end_id.slice(-1), 16) % 2 === 0 ? 'none' : trouble,
  });
  const address = await bank.listen({ port: bank_port, host: '127.0.0.1' });
  // What fails before the troubles begin ends the process all the same.
  bank.server.unref();
  let token = await signIn(app);
  await call(app, token, 'PUT', '/api/v1/integrations/banks/CUSTOM', await bankBody(app, address));
  await call(app, token, 'PUT', '/api/v1/payments/settings', {
    channel: 'bank',
    banking_integration_type: 'CUSTOM',
    payment_limit: null,
    bookkeeper_name: null,
  });
  const servers = [await startServer(app), await startServer(app)];
  const ended = new AbortController();
  let kills = 0;
  const killing = (async () => {
    while (!ended.signal.aborted) {
      await sleep(1_500 + Math.random() * 3_000);
      if (ended.signal.aborted) break;
      const at = Math.floor(Math.random() * servers.length);
      servers[at]!.child.kill('SIGKILL');
      kills += 1;
      servers[at] = await startServer(app);
    }
  })();
  // Heard where it is awaited; until then it is nobody's unhandled rejection.
  killing.catch(() => undefined);
  try {
    return await attack();
  } finally {
    ended.abort();
    await killing.catch(() => undefined);
    for (const { child } of servers) child.kill('SIGKILL');
    await bank.close();
  }

  async function attack(): Promise<boolean> {
    const results: Record<string, object> = {};
    let number = 0;
    for (const now of TROUBLES) {
      trouble = now;
      // A proof of who it is lives ten minutes.
      token = await signIn(app);
      const started = Date.now();
      const orders = now === 'silent' ? SILENT_ORDERS : OTHER_ORDERS;
      const act_ids = await makeActs(app, number, orders);
      number += orders;
      // A call takes a thousand at most; who is asked dies, and is asked again with the same key.
      for (let from = 0; from < act_ids.length; from += 1_000)
        await call(app, token, 'POST', '/api/v1/doc/acts/pay', {
          act_ids: act_ids.slice(from, from + 1_000),
        });
      if (now === 'half') {
        await until(
          app,
          `select count(*) from payment_orders where status in ('accepted', 'settled')
        and act_id = any($1)`,
          act_ids,
          (n) => n >= orders / 2,
        );
        is_up = false;
        await sleep(3_000);
        is_up = true;
      }
      const lost = await settleAll(app, act_ids, now);
      const first = await statesOf(app, act_ids);
      trouble = 'none';
      token = await signIn(app);
      // What never came to the bank is decided by a user after half an hour, and only the rest is paid again.
      for (const order_id of lost)
        await call(app, token, 'POST', `/api/v1/payments/orders/${order_id}/decide`, {
          outcome: 'rejected',
          reason: 'The bank has never seen it',
        });
      const again = await db
        .selectFrom('acts')
        .select('id')
        .where('id', 'in', act_ids)
        .where('status', '=', 'signed')
        .execute();
      if (again.length > 0) {
        const ids = again.map(({ id }) => id);
        for (let from = 0; from < ids.length; from += 1_000)
          await call(app, token, 'POST', '/api/v1/doc/acts/pay', { act_ids: ids.slice(from, from + 1_000) });
        await settleAll(app, act_ids, 'none');
      }
      results[now] = {
        orders,
        first,
        paid_anew: again.length,
        seconds: Math.round((Date.now() - started) / 1000),
      };
      console.error(now, JSON.stringify(results[now]));
    }
    ended.abort();
    await killing;

    const clicks = await clickAtOnce(app, token, number);
    const { rows } = await sql<{
      paid: bigint;
      at_bank: bigint;
      paid_acts: number;
      acts: number;
      twice: number;
    }>`select
    (select coalesce(sum(amount_tiyn), 0) from acts where status = 'paid') as paid,
    (select coalesce(sum(amount_tiyn), 0) from sandbox.bank_transfers where status = 'settled') as at_bank,
    (select count(*) from acts where status = 'paid') as paid_acts,
    (select count(*) from acts) as acts,
    (select count(*) from (select act_id from payment_orders o join sandbox.bank_transfers t using (end_to_end_id)
      where t.status = 'settled' group by act_id having count(*) > 1) x) as twice`.execute(db);
    const [sums] = rows as [(typeof rows)[number]];
    const world = { ...app.parts, now: new Date() };
    const faults = [
      ...(await ordersMatchActs.check(world)).faults,
      ...(await moneyAgreesWithTheBank.check(world)).faults,
      ...(await balancesAgree.check(world)).faults,
      ...(await totalsAreCounted.check(world)).faults,
      ...(await bankHasOurOrders.check(world)).faults,
    ];
    return report({
      attack: 'money',
      passed:
        BigInt(sums.paid) === BigInt(sums.at_bank) &&
        Number(sums.twice) === 0 &&
        faults.length === 0 &&
        Number(sums.paid_acts) >= number &&
        clicks.most_orders === 1,
      orders: number,
      kills,
      paid_tiyn: String(sums.paid),
      ledger_tiyn: String(sums.at_bank),
      paid_acts: Number(sums.paid_acts),
      paid_twice: Number(sums.twice),
      ...clicks,
      faults: faults.slice(0, 5),
      troubles: results,
    });
  }
}

await attackProduct(attackMoney, undefined, { PUBLIC_URL });

async function makeCompanies({ parts: { db } }: App): Promise<void> {
  const password = await hashPassword(PASSWORD);
  const { iban_code } = await db
    .selectFrom('banks')
    .select('iban_code')
    .where('bic', '=', 'KCJBKZKX')
    .executeTakeFirstOrThrow();
  await sql`
    with b as (insert into companies (role, type, name, bin, kbe, status) values ('business', 'too', 'ТОО «Атака»', '940140000385', '17', 'active') returning id),
         x as (insert into companies (role, type, name, bin, kbe, status) values ('executor', 'ip', 'ИП Получатель', '971240001315', '19', 'active') returning id),
         u as (insert into users (email, full_name, password_hash) values (${EMAIL}, 'Директор', ${password}) returning id),
         m as (insert into memberships (user_id, company_id, role_id) select u.id, b.id, 1 from u, b),
         e as (insert into executors (company_id, executor_company_id, status) select b.id, x.id, 'active' from b, x),
         f as (insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
               select id, 'attack', 'document', 'a.pdf', 'application/pdf', 1, sha256('x'), 'at/1' from b returning id, company_id),
         k as (select id from banks where bic = 'KCJBKZKX'),
         r as (insert into bank_requisites (company_id, bank_id, iban, kbe, is_main)
               select b.id, k.id, ${makeIban(iban_code!, '0000000000001')}, '17', true from b, k
               union all select x.id, k.id, ${makeIban(iban_code!, '0000000000002')}, '19', true from x, k)
    insert into documents (company_id, contractor_company_id, number, title, type, status, date, start_date, end_date, source_file_id, frozen_file_id)
    select f.company_id, x.id, 1, 'Договор', 'services', 'signed', '2020-01-01', '2020-01-01', '2030-01-01', f.id, f.id from f, x`.execute(
    db,
  );
}

/** Signed acts of sums that no trouble of the sandbox bank goes by. */
async function makeActs({ parts: { db } }: App, from: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date,
                      end_date, knp, amount_tiyn, frozen_file_id)
    select d.company_id, d.contractor_company_id, d.id, 2026, ${from} + n, 'Услуги ' || n, 'signed', date '2026-01-01',
           date '2026-01-01', date '2026-01-31', '859', 100 * (1000 + (n::bigint * 7919 % 90000)), d.frozen_file_id
    from generate_series(1, ${count}::int) n, documents d returning id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

async function bankBody({ parts: { db } }: App, address: string) {
  const { bank_id, iban, bic } = await db
    .selectFrom('bank_requisites as r')
    .innerJoin('banks as b', 'b.id', 'r.bank_id')
    .select(['r.bank_id', 'r.iban', 'b.bic'])
    .where('r.kbe', '=', '17')
    .executeTakeFirstOrThrow();
  const base = `${address}/api/sandbox-bank`;
  return {
    settings: {
      account_number: iban,
      bank_id: String(bank_id),
      bic,
      kbe: '17',
      api_url: base,
      token_url: `${base}/oauth/token`,
      client_id: SANDBOX_CLIENT.client_id,
    },
    client_secret: SANDBOX_CLIENT.client_secret,
  };
}

async function signIn({ http }: App): Promise<string> {
  const payload = { email: EMAIL, password: PASSWORD };
  const answer = await http.inject({ method: 'POST', url: '/api/v1/auth/login/too', payload });
  const { access_token } = answer.json() as { access_token?: string };
  if (!access_token) throw new Error(`no sign-in: ${answer.body}`);
  return access_token;
}

async function call({ http }: App, token: string, method: 'POST' | 'PUT', url: string, payload: object) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const answer = await http.inject({ method, url, payload, headers });
  if (answer.statusCode > 202) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json() as unknown;
}

async function until(
  app: App,
  text: string,
  act_ids: number[],
  enough: (n: number) => boolean,
): Promise<void> {
  for (; ; await sleep(200)) {
    const { rows } = await sql<{
      count: number;
    }>`${sql.raw(text.replace('$1', `array[${act_ids.join()}]::bigint[]`))}`.execute(app.parts.db);
    if (enough(Number(rows[0]!.count))) return;
    if (Date.now() > DEADLINE) throw new Error(`not reached: ${text}`);
  }
}

/** Waits until the bank has spoken of every order; answers those it has never seen, made half an hour old. */
async function settleAll(app: App, act_ids: number[], trouble: string): Promise<number[]> {
  const { db } = app.parts;
  for (; ; await sleep(300)) {
    const open = await db
      .selectFrom('payment_orders as o')
      .leftJoin('sandbox.bank_transfers as t', 't.end_to_end_id', 'o.end_to_end_id')
      .select(['o.id', 'o.status', 't.status as at_bank'])
      .where('o.act_id', 'in', act_ids)
      .where('o.status', 'not in', SETTLED)
      .execute();
    const runs = await db.selectFrom('bulk_runs').select('id').where('state', '!=', 'done').execute();
    if (Date.now() > DEADLINE) throw new Error(`${trouble}: ${open.length} orders go nowhere`);
    if (runs.length > 0) continue;
    const lost = open.filter((order) => order.status === 'unknown' && order.at_bank === null);
    if (open.length === lost.length) {
      const ids = lost.map(({ id }) => id);
      if (ids.length > 0)
        await sql`update payment_orders set sent_at = now() - interval '31 minutes' where id = any(${ids}::bigint[])`.execute(
          db,
        );
      return ids;
    }
  }
}

async function statesOf({ parts: { db } }: App, act_ids: number[]) {
  const rows = await db
    .selectFrom('payment_orders')
    .select(['status', sql<number>`count(*)`.as('n')])
    .where('act_id', 'in', act_ids)
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

/** A hundred clicks at once on one act, twenty times. */
async function clickAtOnce(app: App, token: string, from: number) {
  const ids = await makeActs(app, from, 20);
  for (const id of ids) {
    if (Date.now() > DEADLINE) throw new Error('clicks: no time is left');
    await Promise.all(
      Array.from({ length: 100 }, () => call(app, token, 'POST', '/api/v1/doc/acts/pay', { act_ids: [id] })),
    );
  }
  await settleAll(app, ids, 'clicks');
  const { rows } = await sql<{ most: number; made: number }>`select max(n) as most, sum(n) as made from (
    select count(*) as n from payment_orders where act_id = any(${ids}::bigint[]) group by act_id) x`.execute(
    app.parts.db,
  );
  return { clicks: 2_000, click_orders: Number(rows[0]!.made), most_orders: Number(rows[0]!.most) };
}
