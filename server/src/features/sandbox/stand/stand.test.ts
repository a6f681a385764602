import { calls, type CallName } from '@kelisim/shared/calls.ts';
import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { addTestKey } from '../../../../test/api-keys.ts';
import { requestOf, send } from '../../../../test/calls.ts';
import { makeOwnDeal } from '../../../../test/deal-app.ts';
import { makeTestApp } from '../../../../test/make-app.ts';
import { samplePdf, TODAY } from '../../../../test/papers.ts';
import { PATIENT } from '../../../../test/patience.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const begin = () => app.ok('sandbox.begin', null, { body: {} });
type Company = Awaited<ReturnType<typeof begin>>;
const by = ({ key }: Company) => ({ token: key });

const firstOf = ({ executors }: Pick<Company, 'executors'>) => executors[0]!;

async function sendContract(of: Company, executor = firstOf(of)): Promise<number> {
  const { id } = await app.ok('documents.create', by(of), {
    body: {
      title: 'Договор на услуги',
      contractor_id: String(executor.executor_company_id),
      type_id: '1',
      start_date: TODAY,
      end_date: `${TODAY.slice(0, 4)}-12-31`,
    },
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  await app.ok('documents.send', by(of), { params: { doc_id: id } });
  return id;
}

async function sendActs(of: Company, contract_id: number, rates: string[], executor = firstOf(of)) {
  const act_ids: number[] = [];
  for (const rate of rates) {
    const act = await app.ok('acts.create', by(of), {
      body: {
        title: 'Курьерские услуги',
        contract_id,
        contractor_company_id: executor.executor_company_id,
        date: TODAY,
        start_date: TODAY,
        end_date: TODAY,
        knp: '859',
        services: [{ category_id: 1, unit_id: 1, description: 'Доставка', quantity: '1', rate }],
      },
    });
    act_ids.push(act.id);
  }
  await app.ok('acts.send', by(of), { body: { act_ids } });
  return act_ids;
}

const statusOf = async (of: Company, act_id = 0) =>
  (await app.ok('acts.get', by(of), { params: { act_id } })).status.code;

test('a program makes a company, and takes acts to payment with nobody beside it', async () => {
  app.watch();
  const mine = await begin();
  expect(mine.executors.map(({ kind }) => kind)).toEqual(['ip', 'individual', 'self_employed']);
  const contract = await sendContract(mine);
  const signed = await app.ok('sandbox.sign', by(mine), { body: { document_ids: [contract] } });
  const ok = { status: 'ok', code: null };
  expect(signed.items).toMatchObject([
    { kind: 'contract', id: contract, by: 'executor', ...ok },
    { kind: 'contract', id: contract, by: 'company', ...ok },
  ]);
  // The last two sums are those that the bank rejects: at once, and later.
  const acts = await sendActs(mine, contract, ['4500.00', '4500.13', '4500.17']);
  const rows = await app.ok('sandbox.sign', by(mine), { body: { act_ids: acts } });
  expect(rows.items.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'ok'));
  const paid = await app.ok('sandbox.pay', by(mine), { body: { act_ids: acts } });
  expect(paid.items.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  await vi.waitFor(async () => {
    expect(await Promise.all(acts.map((id) => statusOf(mine, id)))).toEqual(['paid', 'signed', 'signed']);
  }, PATIENT);
});

test('a phone signs by a call, with the evidence that a phone leaves, and is refused as a key is', async () => {
  const mine = await begin();
  const contracts: number[] = [];
  for (const executor of mine.executors.slice(0, 2)) contracts.push(await sendContract(mine, executor));
  const byPhone = { means: 'phone' as const, document_ids: contracts };
  const { items: bad } = await app.ok('sandbox.sign', by(mine), {
    body: { ...byPhone, by: ['executor'], certificate: 'revoked' },
  });
  expect(bad.map(({ status, code }) => [status, code])).toEqual(
    contracts.map(() => ['failed', 'signature.certificate']),
  );
  const { items } = await app.ok('sandbox.sign', by(mine), { body: byPhone });
  expect(items.map((row) => [row.by, row.status])).toEqual([
    ['executor', 'ok'],
    ['executor', 'ok'],
    ['company', 'ok'],
    ['company', 'ok'],
  ]);
  const [contract = 0] = contracts;
  const { signatures, status } = await app.ok('documents.get', by(mine), { params: { doc_id: contract } });
  expect([status.code, ...signatures.map(({ means }) => means)]).toEqual([
    'signed',
    'egov_mobile',
    'egov_mobile',
  ]);
  const acts = await sendActs(mine, contract, ['4500.00', '1500.00']);
  const signed = await app.ok('sandbox.sign', by(mine), { body: { act_ids: acts, means: 'phone' } });
  expect(signed.items.map((row) => row.status)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(await Promise.all(acts.map((id) => statusOf(mine, id)))).toEqual(['signed', 'signed']);
});

test('an executor who is paid as an individual or as self-employed signs and is paid, too', async () => {
  const mine = await begin();
  for (const executor of mine.executors.slice(1)) {
    const contract = await sendContract(mine, executor);
    await app.ok('sandbox.sign', by(mine), { body: { document_ids: [contract] } });
    const acts = await sendActs(mine, contract, ['100000.00'], executor);
    await app.ok('sandbox.sign', by(mine), { body: { act_ids: acts } });
    const { items } = await app.ok('sandbox.pay', by(mine), { body: { act_ids: acts } });
    expect(items, executor.kind).toMatchObject([{ status: 'ok', code: null }]);
    await vi.waitFor(async () => expect(await statusOf(mine, acts[0])).toBe('paid'), PATIENT);
  }
});

test('one call signs papers of several executors, for both sides', async () => {
  const mine = await begin();
  const contracts: number[] = [];
  for (const executor of mine.executors) contracts.push(await sendContract(mine, executor));
  const { items } = await app.ok('sandbox.sign', by(mine), { body: { document_ids: contracts } });
  expect(items.filter((row) => row.by === 'company').map(({ id }) => id)).toEqual(contracts);
  for (const doc_id of contracts) {
    const { status } = await app.ok('documents.get', by(mine), { params: { doc_id } });
    expect(status.code).toBe('signed');
  }
  const acts: number[] = [];
  for (const [at, executor] of mine.executors.entries())
    acts.push(...(await sendActs(mine, contracts[at] ?? 0, ['1500.00'], executor)));
  await app.ok('sandbox.sign', by(mine), { body: { act_ids: acts } });
  expect(await Promise.all(acts.map((id) => statusOf(mine, id)))).toEqual(acts.map(() => 'signed'));
});

test('a certificate that НУЦ or the platform refuses signs nothing', async () => {
  const mine = await begin();
  const contract = await sendContract(mine);
  const codes = {
    revoked: 'signature.certificate',
    expired: 'signature.certificate',
    stranger: 'signature.other_person',
  } as const;
  for (const [certificate, code] of Object.entries(codes))
    for (const by_whom of ['executor', 'company'] as const) {
      const body = {
        document_ids: [contract],
        certificate: certificate as keyof typeof codes,
        by: [by_whom],
      };
      const { items } = await app.ok('sandbox.sign', by(mine), { body });
      expect(items, certificate).toMatchObject([{ by: by_whom, status: 'failed', code }]);
    }
  const { status } = await app.ok('documents.get', by(mine), { params: { doc_id: contract } });
  expect(status.code).toBe('sent');
});

test('an executor returns an act and refuses a contract', async () => {
  const mine = await begin();
  const contract = await sendContract(mine);
  await app.ok('sandbox.sign', by(mine), { body: { document_ids: [contract] } });
  const acts = await sendActs(mine, contract, ['10.00']);
  const second = await sendContract(mine);
  const body = { act_ids: acts, document_ids: [second], reason: 'Не та сумма' };
  const { items } = await app.ok('sandbox.refuse', by(mine), { body });
  expect(items.map(({ kind, status }) => [kind, status])).toEqual([
    ['contract', 'ok'],
    ['act', 'ok'],
  ]);
  expect(await statusOf(mine, acts[0])).toBe('returned');
  const again = await app.ok('sandbox.refuse', by(mine), { body });
  expect(again.items.map(({ status }) => status)).toEqual(['failed', 'failed']);
});

test('a sole trader issues an electronic invoice, and the system refuses a total that ends in 13 tiyn', async () => {
  const mine = await begin();
  const contract = await sendContract(mine);
  await app.ok('sandbox.sign', by(mine), { body: { document_ids: [contract] } });
  const acts = await sendActs(mine, contract, ['4500.00', '4500.13']);
  await app.ok('sandbox.sign', by(mine), { body: { act_ids: acts } });
  const { items } = await app.ok('sandbox.invoice', by(mine), { body: { act_ids: acts } });
  expect(items).toMatchObject(
    acts.map((id) => ({ kind: 'act', id, by: 'executor', status: 'ok', code: null })),
  );
  await vi.waitFor(async () => {
    const { items: papers } = await app.ok('esf.list', by(mine), { query: {} });
    const stateOf = (amount: string) =>
      papers.filter((one) => one.amount === amount).map(({ status }) => status);
    expect(stateOf('4500.00')).toContain('registered');
    expect(stateOf('4500.13')).toContain('declined');
  }, PATIENT);
});

test('papers of another company are missing to whoever signs, refuses or pays them', async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const contract = await sendContract(theirs);
  const row = { id: contract, status: 'failed', code: 'not_found' };
  const given = { document_ids: [contract] };
  expect((await app.ok('sandbox.sign', by(mine), { body: given })).items).toMatchObject([row]);
  const refusal = { ...given, reason: 'x' };
  expect((await app.ok('sandbox.refuse', by(mine), { body: refusal })).items).toMatchObject([row]);
});

test('a reset gives the same key an empty company, and the old one does nothing more', async () => {
  const mine = await begin();
  await app.ok('events.list', by(mine), { query: {} });
  const contract = await sendContract(mine);
  const fresh = await app.ok('sandbox.reset', by(mine), { body: { executors: 1 } });
  expect(fresh.company.id).not.toBe(mine.company.id);
  const own = await app.ok('companies.own', by(mine), {});
  expect(own.bin).toBe(fresh.company.bin);
  expect((await app.ok('documents.list', by(mine), { query: {} })).items).toEqual([]);
  expect((await app.raw('documents.get', by(mine), { params: { doc_id: contract } })).status).toBe(404);
  expect(await statusOfCompany(mine.company.id)).toEqual({ status: 'blocked' });
  const again = { ...fresh, key: mine.key };
  await app.ok('sandbox.sign', by(again), { body: { document_ids: [await sendContract(again)] } });
});

const statusOfCompany = (id: number) =>
  app.parts.db.selectFrom('companies').select('status').where('id', '=', id).executeTakeFirstOrThrow();

test('a company that people have made stays open when its key is reset', async () => {
  const deal = await makeOwnDeal(app);
  const { director } = deal.company;
  await app.parts.db
    .updateTable('companies')
    .set({ director_id: director.user_id })
    .where('id', '=', deal.company.id)
    .execute();
  const { token } = await addTestKey(app, director);
  await app.ok('sandbox.reset', { token }, { body: { executors: 1 } });
  expect(await statusOfCompany(deal.company.id)).toEqual({ status: 'active' });
  await app.ok('acts.list', director, { query: {} });
});

test('of two keys that leave a company the last one closes it', async () => {
  const mine = await begin();
  const { user_id } = await app.parts.db
    .selectFrom('memberships')
    .select('user_id')
    .where('company_id', '=', mine.company.id)
    .executeTakeFirstOrThrow();
  const other = await addTestKey(app, { user_id, company_id: mine.company.id });
  const leave = (token: string) => app.ok('sandbox.reset', { token }, { body: { executors: 1 } });
  await leave(other.token);
  expect(await statusOfCompany(mine.company.id)).toEqual({ status: 'active' });
  await leave(mine.key);
  expect(await statusOfCompany(mine.company.id)).toEqual({ status: 'blocked' });
});

test('no installation but a sandbox has a call of it', async () => {
  const production = await makeTestApp({ sandbox: false, nca: app.parts.nca });
  try {
    const mine = await begin();
    const of_sandbox = Object.entries<Call>(calls).filter(([, { sandbox }]) => sandbox);
    expect(of_sandbox.length).toBeGreaterThan(15);
    for (const [name] of of_sandbox) {
      const request = requestOf(name as CallName, { body: {} }, { token: mine.key });
      expect((await send(production.http, request)).status, name).toBe(404);
    }
    // Nor does it take a test key.
    expect((await production.raw('acts.list', by(mine))).status).toBe(401);
  } finally {
    await production.close();
  }
});

test('what stands in the place of people exists in the sandbox alone, and no scope opens it', () => {
  const stand = Object.values<Call>(calls).filter(({ sandbox }) => sandbox === 'stand');
  expect(stand.every(({ scope }) => scope === undefined)).toBe(true);
  expect(SCOPES.some((scope) => scope.startsWith('sandbox'))).toBe(false);
});
