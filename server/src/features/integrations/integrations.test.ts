import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { customBank } from '../../adapters/banks/custom/custom-bank.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeSignedActs, stateOf } from '../../../test/papers.ts';
import { makeCompany } from '../../../test/people.ts';
import { SANDBOX_CLIENT } from '../../adapters/banks/sandbox/serve-bank.ts';
import { bccBank } from '../../adapters/banks/bcc/bcc-bank.ts';
import { makeOutbound } from '../../platform/outbound.ts';
import { followOrders } from '../payments/follow-orders.ts';
import { callbackUrl } from './public.ts';
import { reseal } from '../../platform/reseal.ts';
import { sealedBankSecrets } from './bank-secrets.ts';

const CANARY = 'canary-9f31c7-Құпия-secret';
let account: { account_number: string; bank_id: string; bic: string; kbe: string };
const said: string[] = [];

const { app, deal, director } = await makeDealApp({
  app: { log: pino({ level: 'trace' }, { write: (line) => void said.push(line) }) },
});
const address = await app.listen();
const main = (await app.ok('banking.requisites', director, {}))[0]!;
account = { account_number: main.iban, bank_id: String(main.bank_id), bic: main.bic, kbe: main.kbe };
afterAll(() => app.close());

const sandbox = () => ({
  ...account,
  api_url: `${address}/api/sandbox-bank/`,
  token_url: `${address}/api/sandbox-bank/oauth/token`,
  client_id: SANDBOX_CLIENT.client_id,
});
const save = (kind: string, body: object, by = director) =>
  app.raw('integrations.save', by, { params: { kind }, body });
const connect = (change: object = {}, body: object = {}) =>
  save('CUSTOM', {
    settings: { ...sandbox(), ...change },
    client_secret: SANDBOX_CLIENT.client_secret,
    ...body,
  });
const check = async (kind = 'CUSTOM') =>
  (await app.ok('integrations.test', director, { params: { kind: kind as 'CUSTOM' } })).check!;
const choose = (kind: 'CUSTOM' | null) =>
  app.ok('payments.change_settings', director, {
    body: { channel: 'bank', banking_integration_type: kind, payment_limit: null, bookkeeper_name: null },
  });
const code = (answer: { json: unknown }) => (answer.json as { code?: string; field?: string }).code;
const field = (answer: { json: unknown }) => (answer.json as { field?: string }).field;

describe('settings of a bank', () => {
  test('only a bank of which something follows is offered, BCC with the agreement of the operator', async () => {
    const offered = async () =>
      (await app.ok('integrations.list', director, {}))
        .filter((one) => one.can_connect)
        .map((one) => one.kind);
    expect(await offered()).toEqual(['CUSTOM']);
    const { BCC } = app.parts.bank_connectors;
    app.parts.bank_connectors.BCC = bccBank(makeOutbound({ hosts: [], sandbox_ports: null }), {
      client_id: 'k',
      client_secret: 's',
      url: 'https://api.bcc.kz',
    });
    expect(await offered()).toEqual(['BCC', 'CUSTOM']);
    app.parts.bank_connectors.BCC = BCC;
  });

  test('every bank has its form: what is missing and what is strange is named', async () => {
    expect(
      (await app.ok('integrations.list', director, {})).map(({ kind, is_saved }) => [kind, is_saved]),
    ).toEqual([
      ['BCC', false],
      ['JUSAN', false],
      ['FORTE', false],
      ['HALYK', false],
      ['CUSTOM', false],
    ]);
    expect(field(await save('JUSAN', { settings: { client_id: 'x' } }))).toBe('client_secret');
    expect(field(await save('FORTE', { settings: { client_id: 'x' }, client_secret: 'y' }))).toBe(
      'settings.iban',
    );
    expect(code(await save('BCC', { settings: { client_id: 'x' } }))).toBe('unknown_field');
    expect(code(await save('BCC', { client_secret: 'y' }))).toBe('unknown_field');
    expect(field(await connect({ kbe: '99' }))).toBe('settings.kbe');
    expect(field(await connect({ bic: 'XXXXKZKX' }))).toBe('settings.bic');
    expect(field(await connect({ bank_id: '999999' }))).toBe('settings.bank_id');
    expect(field(await connect({ token_url: '' }))).toBe('settings.token_url');
    expect((await save('CUSTOM', { settings: account })).status).toBe(200);
    expect((await check()).outcome).toBe('by_file');
  });

  test('addresses inside are refused in whatever way they are written, and nobody knocks there', async () => {
    let knocks = 0;
    const canary = createServer((_request, response) => {
      knocks += 1;
      response.end('{}');
    });
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    const { port } = canary.address() as AddressInfo;
    for (const api_url of [
      `http://127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}/api/sandbox-bank/`,
      `https://127.0.0.1:${port}/`,
      'https://0x7f.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://user:pass@api.bank.kz/',
      'https://api.bank.kz:5432/',
      'https://not-listed.example/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:5432/',
      'http://api.bank.kz/',
      `${address}/api/v1/auth/me`,
      `${address}/api/sandbox-bank/../../api/v1/auth/me`,
      'unix:/tmp/x',
      'мусор',
    ])
      for (const name of ['api_url', 'token_url']) {
        const answer = await connect({ [name]: api_url });
        expect([name, api_url, answer.status, field(answer)]).toEqual([
          name,
          api_url,
          422,
          `settings.${name}`,
        ]);
      }
    expect(field(await connect({ status_path: '../../../api/v1/auth/me?{id}' }))).toBe(
      'settings.status_path',
    );
    expect(knocks).toBe(0);
    canary.close();
  });

  test('a secret is kept when it is left out, and goes to no other place than before', async () => {
    expect((await connect()).status).toBe(200);
    expect((await save('CUSTOM', { settings: { ...sandbox(), scopes: 'pay' } })).status).toBe(200);
    expect(await check()).toMatchObject({
      outcome: 'works',
      accounts: expect.arrayContaining([account.account_number]),
    });
    const moved = { ...sandbox(), token_url: sandbox().token_url.replace('127.0.0.1', 'localhost') };
    expect(code(await save('CUSTOM', { settings: moved }))).toBe('integration.secret_again');
  });

  test('the test says what is wrong', async () => {
    await connect({}, { client_secret: 'wrong' });
    expect(await check()).toMatchObject({
      outcome: 'failed',
      fault: 'wrong_credentials',
      message: 'Банк не принял Client ID или Client secret. Проверьте их и введите заново.',
    });
    await connect({ balance_path: 'nothing-here' });
    expect((await check()).fault).toBe('wrong_path');
    await connect({}, { field_map: { accounts: 'data.list' } });
    expect((await check()).fault).toBe('wrong_fields');
    const bcc = await save('BCC', {});
    expect(bcc.status).toBe(200);
    expect((await check('BCC')).fault).toBe('operator');
    await connect();
    expect((await check()).outcome).toBe('works');
  });

  test('others of the company without the right, and other companies, see nothing of it', async () => {
    const other = await makeCompany(app, { algorithm: 'rsa' });
    const theirs = await app.ok('integrations.list', other.director, {});
    expect(theirs.every(({ is_saved, has_secret }) => !is_saved && !has_secret)).toBe(true);
    const answer = await app.raw('integrations.test', other.director, { params: { kind: 'CUSTOM' } });
    expect(code(answer)).toBe('integration.not_saved');
  });
});

describe('paying through it', () => {
  const pay = (act_ids: number[]) => app.ok('acts.pay', director, { body: { act_ids } });
  const order = async (act_id: number) =>
    (await app.parts.db
      .selectFrom('payment_orders')
      .selectAll()
      .where('act_id', '=', act_id)
      .orderBy('id', 'desc')
      .executeTakeFirst())!;
  const follow = async (rounds = 1) => {
    for (let i = 0; i < rounds; i++) {
      await sql`update payment_orders set updated_at = updated_at - interval '1 hour'`.execute(app.parts.db);
      // One of these banks is silent; the others are heard on the busiest machine.
      await followOrders(app.parts, 8_000);
    }
  };
  const settle = () => sql`update sandbox.bank_transfers set settles_at = now()`.execute(app.parts.db);
  const of = async (rate: string) =>
    (
      await makeSignedActs(app, deal, 1, {
        services: [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate }],
      })
    )[0]!;

  beforeAll(async () => {
    await connect();
    expect(await choose('CUSTOM')).toMatchObject({
      channel: 'bank',
      banking_integration_type: 'CUSTOM',
      banks: ['CUSTOM'],
    });
  });

  test('whatever the bank does, an act is paid once, and what is in doubt is asked about', async () => {
    const troubles = ['100.00', '100.13', '100.17', '100.21', '100.23', '100.29', '100.37', '100.39'];
    const ids: Record<string, number> = {};
    for (const rate of troubles) ids[rate] = await of(rate);
    allDone(await pay(Object.values(ids)));
    await follow();
    const states = async () =>
      Object.fromEntries(
        await Promise.all(troubles.map(async (rate) => [rate, (await order(ids[rate]!)).status])),
      );
    expect(await states()).toEqual({
      '100.00': 'accepted',
      '100.13': 'rejected',
      '100.17': 'accepted',
      '100.21': 'unknown',
      '100.23': 'unknown',
      '100.29': 'accepted',
      '100.37': 'unknown',
      '100.39': 'unknown',
    });
    await settle();
    await follow(2);
    expect(await states()).toEqual({
      '100.00': 'settled',
      '100.13': 'rejected',
      '100.17': 'rejected',
      '100.21': 'settled',
      '100.23': 'settled',
      '100.29': 'settled',
      '100.37': 'settled',
      // It never came to the bank, and nobody can know: a person decides after half an hour.
      '100.39': 'unknown',
    });
    expect(await stateOf(app, ids['100.21']!)).toBe('paid');
    expect(await stateOf(app, ids['100.17']!)).toBe('signed');
    await sql`update payment_orders set sent_at = now() - interval '31 minutes' where act_id = ${ids['100.39']!}`.execute(
      app.parts.db,
    );
    const lost = await order(ids['100.39']!);
    await app.ok('payments.decide', director, {
      params: { order_id: lost.id },
      body: { outcome: 'rejected', reason: 'Банк не видел' },
    });
  });

  test('a bank that gives no token gets nothing: the orders wait and can be taken back', async () => {
    await connect({}, { client_secret: 'wrong' });
    const id = await of('55.00');
    allDone(await pay([id]));
    await follow();
    const waiting = await order(id);
    expect(waiting).toMatchObject({ status: 'created', bank: 'CUSTOM', sent_at: null });
    await connect();
    await follow();
    expect((await order(id)).status).toBe('accepted');
    expect(code(await app.raw('integrations.remove', director, { params: { kind: 'CUSTOM' } }))).toBe(
      'integration.in_use',
    );
    expect(code(await connect({ api_url: `${address}/api/sandbox-bank/v2/` }))).toBe('integration.in_use');
    await settle();
    await follow();
    expect((await order(id)).status).toBe('settled');
  });

  test('a callback hurries the question and is not believed; nobody can make one up', async () => {
    const id = await of('77.00');
    allDone(await pay([id]));
    await follow();
    const { id: order_id } = await order(id);
    const mark = callbackUrl(app.parts, order_id).split('/').at(-1)!;
    const tell = (by: string, body: object) =>
      app.raw('payments.callback', null, { params: { order_id, mark: by }, body });
    expect((await tell('0'.repeat(32), {})).status).toBe(404);
    for (let i = 0; i < 3; i++)
      expect((await tell(mark, { status: 'rejected', reason: 'x' })).status).toBe(200);
    expect((await order(id)).status).toBe('accepted');
    await settle();
    await followOrders(app.parts);
    expect(await stateOf(app, id)).toBe('paid');
    await tell(mark, { status: 'rejected' });
    expect((await order(id)).status).toBe('settled');
  });

  test('КНП and words are corrected before sending, and not after', async () => {
    const id = await of('88.00');
    allDone(await pay([id]));
    const { id: order_id } = await order(id);
    const edit = (body: object) => app.raw('payments.edit', director, { params: { order_id }, body });
    expect((await edit({ knp: '841', purpose: '  Оплата   за июль ' })).status).toBe(200);
    expect(await order(id)).toMatchObject({ knp: '841', purpose: 'Оплата за июль' });
    expect((await edit({ knp: '84', purpose: 'x' })).status).toBe(400);
    expect((await edit({ knp: '841', purpose: 'x'.repeat(211) })).status).toBe(400);
    await follow();
    expect(code(await edit({ knp: '859', purpose: 'Иначе' }))).toBe('payment.sent');
    await settle();
    await follow();
  });

  test('the balance comes from it', async () => {
    const balance = await app.ok('banking.balance', director, {});
    expect(balance.items.map(({ iban }) => iban)).toEqual([account.account_number]);
  });

  afterAll(() => holdInvariants(app));
});

describe('a bank with words of its own', () => {
  let bank: Server;
  const heard: { path: string; body: Record<string, never> }[] = [];
  let answer: { status: number; body: unknown } = { status: 200, body: {} };
  afterEach(() => bank.close());

  test('is spoken to in them, and its unknown words are no answer', async () => {
    bank = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        const token = request.url!.endsWith('/token');
        if (!token)
          heard.push({ path: `${request.method} ${request.url}`, body: text ? JSON.parse(text) : {} });
        response.statusCode = token ? 200 : answer.status;
        response.end(JSON.stringify(token ? { access_token: 'abc' } : answer.body));
      });
    });
    await new Promise<void>((done) => bank.listen(0, '127.0.0.1', done));
    const own = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/api/sandbox-bank`;
    const ports = () => [(bank.address() as AddressInfo).port];
    const { open } = customBank(makeOutbound({ hosts: [], sandbox_ports: ports }));
    const door = open({
      revision: 'own',
      settings: {
        api_url: own,
        token_url: `${own}/token`,
        client_id: 'a',
        submit_path: 'api/v1/payments/create-payment-by-account',
        status_path: 'api/v1/payments?id={id}',
      },
      field_map: { end_to_end_id: 'idempotencyID', payee_iban: 'beneficiary.account', status: 'data.status' },
      status_map: { accepted: 'IN_PROGRESS, NEW' },
      secrets: { client_secret: 'b' },
      renew: async (ask) => (await ask({})).told,
    })!;
    const party = {
      name: 'ТОО',
      bin: '940140000385',
      iban: account.account_number,
      bic: account.bic,
      kbe: '17',
    };
    const order = {
      end_to_end_id: 'E1',
      amount_tiyn: 150n,
      knp: '859',
      purpose: 'x',
      payer: party,
      payee: party,
    };
    answer = { status: 202, body: { data: { status: 'in_progress' } } };
    expect(await door.submit(order)).toEqual({ status: 'accepted' });
    expect(heard[0]).toMatchObject({
      path: 'POST /api/sandbox-bank/api/v1/payments/create-payment-by-account',
      body: { idempotencyID: 'E1', amount: '1.50', beneficiary: { account: account.account_number } },
    });
    answer = { status: 200, body: { data: { status: 'PROBABLY' } } };
    await expect(door.submit(order)).rejects.toThrow();
    await expect(door.status('E1')).rejects.toThrow();
    answer = { status: 404, body: {} };
    expect(await door.status('E1')).toEqual({ status: 'not_found' });
    expect(heard.at(-1)!.path).toBe('GET /api/sandbox-bank/api/v1/payments?id=E1');
    answer = { status: 302, body: {} };
    await expect(door.submit(order)).rejects.toThrow();
    answer = { status: 422, body: {} };
    expect((await door.submit(order)).status).toBe('rejected');
  });
});

describe('secrets', () => {
  test('of every bank are in no answer, no log, no plain row; and outlive a change of the key', async () => {
    const iban = account.account_number;
    for (const [kind, settings] of Object.entries({
      JUSAN: { client_id: 'jusan' },
      FORTE: { client_id: 'forte', iban },
      HALYK: { client_id: 'halyk' },
      CUSTOM: sandbox(),
    })) {
      expect((await save(kind, { settings, client_secret: `${CANARY}-${kind}` })).status).toBe(200);
      expect(await check(kind)).toBeTruthy();
    }
    await save('JUSAN', { settings: { client_id: '' }, client_secret: `${CANARY}-bad` });
    await save('JUSAN', { settings: {}, client_secret: 5 });
    const answers = await Promise.all([
      app.raw('integrations.list', director, {}),
      app.raw('companies.own', director, {}),
      app.raw('companies.history', director, { query: { page: 1, limit: 50 } }),
      app.raw('banking.requisites', director, {}),
      app.raw('payments.settings', director, {}),
      app.raw('banking.balance', director, {}),
      app.raw('acts.pay', director, { body: { act_ids: [1] } }),
    ]);
    expect(JSON.stringify(answers.map(({ json }) => json))).not.toContain('canary');
    const masked = { has_secret: true, client_secret: '••••' };
    expect(answers[0]!.json).toMatchObject([{}, masked, {}, {}, {}]);
    // The dots sent back are no new secret.
    const again = await save('FORTE', { settings: { client_id: 'forte', iban }, client_secret: '••••' });
    const { secret_set_at } = (answers[0]!.json as { kind: string; secret_set_at: string }[]).find(
      ({ kind }) => kind === 'FORTE',
    )!;
    expect(again.json).toMatchObject({ ...masked, secret_set_at });
    expect(said.length).toBeGreaterThan(0);
    expect(said.join('')).not.toContain('canary');
    expect(said.join('')).not.toContain(SANDBOX_CLIENT.client_secret);
    expect(await dump()).not.toContain('canary');

    const next = Buffer.alloc(32, 9);
    const config = {
      ...app.parts.config,
      master_key: next,
      former_master_keys: [app.parts.config.master_key],
    };
    await reseal(app.parts.db, config, [sealedBankSecrets], app.parts.log);
    // The former key alone opens nothing any more; with the new one alone everything does.
    await expect(
      app.raw('integrations.test', director, { params: { kind: 'CUSTOM' } }),
    ).resolves.toMatchObject({ status: 500 });
    const back = { master_key: app.parts.config.master_key, former_master_keys: [next] };
    await reseal(app.parts.db, back, [sealedBankSecrets], app.parts.log);
    expect((await check()).fault).toBe('wrong_credentials');
  });

  test('are gone when the bank is disconnected', async () => {
    for (const kind of ['JUSAN', 'FORTE', 'HALYK', 'CUSTOM', 'JUSAN'] as const) {
      const gone = await app.ok('integrations.remove', director, { params: { kind } });
      expect(gone).toMatchObject({ is_saved: false, has_secret: false, settings: {} });
    }
    const left = await app.parts.db
      .selectFrom('bank_integrations')
      .select('id')
      .where('secrets_sealed', 'is not', null)
      .execute();
    expect(left).toEqual([]);
    expect(await app.ok('payments.settings', director, {})).toMatchObject({
      banking_integration_type: null,
      banks: [],
    });
  });

  /** Everything in every table, as text; bytes in each spelling in which words in them could be read. */
  async function dump(): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'sandbox')`.execute(app.parts.db);
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        app.parts.db,
      );
      for (const { row } of rows) {
        parts.push(row);
        for (const [, hex] of row.matchAll(/\\x([0-9a-f]{16,})/g))
          parts.push(Buffer.from(hex!, 'hex').toString('latin1'));
      }
    }
    return parts.join('\n');
  }
});
