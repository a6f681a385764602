import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES } from '@kelisim/shared/features/events/event-types.ts';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { addTestKey } from '../../../server/test/api-keys.ts';
import { makeDealApp } from '../../../server/test/deal-app.ts';
import { actBody, makeDraftAct, TODAY } from '../../../server/test/papers.ts';
import { PATIENT } from '../../../server/test/patience.ts';
import { makeThrowawayFolder } from '../../../server/test/temporary-folder.ts';
import { webhookReceiver } from '../../../server/test/webhook-receiver.ts';
import { deliverDue } from '../../../server/src/features/webhooks/webhooks.jobs.ts';
import { execute, hookOf, isShown, loadPackage, webhookOf } from './n8n-host.fixture.ts';

const receiver = webhookReceiver();
const { app, deal, director } = await makeDealApp({ app: { webhook_out: receiver.outbound } });
const baseUrl = await app.listen();
const { token: apiKey } = await addTestKey(app, director);
const folder = makeThrowawayFolder('n8n');
const made = loadPackage(folder);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const { Kelisim, KelisimTrigger } = made.nodes as Record<
  'Kelisim' | 'KelisimTrigger',
  (typeof made.nodes)[string]
>;
const credential = made.credentials.KelisimApi as (typeof made.credentials)[string];
const host = { credential, credentials: { baseUrl, apiKey } };
const run = (given: IDataObject, more?: Parameters<typeof execute>[3]) => execute(Kelisim, host, given, more);

const { services, title } = actBody(deal);
const draft = {
  resource: 'act',
  operation: 'create',
  contractId: deal.contract_id,
  executorId: deal.executor.id,
  title,
  date: `${TODAY}T00:00:00`,
  startDate: `${TODAY}T00:00:00`,
  endDate: `${TODAY}T00:00:00`,
  services: JSON.stringify(services),
};
const count = async () => (await app.ok('acts.list', director, { query: {} })).total;

describe('the package', () => {
  test('has the shape that n8n asks for, and brings nothing along', () => {
    expect(made.manifest.keywords).toContain('n8n-community-node-package');
    expect(made.manifest.dependencies).toBeUndefined();
    for (const { description } of Object.values(made.nodes)) {
      expect(existsSync(join(made.folder, 'dist', description.icon.slice('file:'.length)))).toBe(true);
      expect(description.credentials).toEqual([{ name: credential.name, required: true }]);
    }
    expect(existsSync(join(made.folder, 'src'))).toBe(false);
  });

  test('every property is whole, and shown by choices that there are', () => {
    const all = Object.values(made.nodes).flatMap(({ description }) => description.properties);
    const choices = (name: string) =>
      all.filter((one) => one.name === name).flatMap(({ options }) => options ?? []);
    const kinds = {
      string: 'string',
      number: 'number',
      boolean: 'boolean',
      options: 'string',
      multiOptions: 'object',
      collection: 'object',
      dateTime: 'string',
      json: 'string',
    };
    for (const one of all) {
      expect([one.name, typeof one.default]).toEqual([one.name, kinds[one.type]]);
      expect(one.displayName, one.name).toMatch(/^[A-Z]/);
      if (one.type === 'boolean') expect(one.description).toMatch(/^Whether /);
      for (const [name, of] of Object.entries(one.displayOptions?.show ?? {}))
        for (const value of of)
          if (typeof value === 'string')
            expect(
              choices(name).map((choice) => (choice as { value: string }).value),
              name,
            ).toContain(value);
    }
    for (const { value, action } of choices('operation') as { value: string; action?: string }[])
      expect(action, value).toBeTruthy();
    for (const { value } of choices('types') as { value: string }[]) expect(EVENT_TYPES).toContain(value);
  });

  test('the credential is tried by a call that a narrow key can make', async () => {
    const { token } = await addTestKey(app, director, ['acts:read']);
    const { url } = credential.test.request;
    const asked = (key: string) => fetch(baseUrl + url, { headers: { authorization: `Bearer ${key}` } });
    expect([(await asked(token)).status, (await asked(`${token}x`)).status]).toEqual([200, 401]);
  });
});

describe('the node', () => {
  test('can do each operation that it offers', async () => {
    const offered = Kelisim.description.properties
      .filter(({ name }) => name === 'operation')
      .flatMap(({ displayOptions, options }) =>
        (options ?? []).map(
          (one) => `${displayOptions?.show.resource?.[0]}.${(one as { value: string }).value}`,
        ),
      );
    expect(offered).toEqual([
      'act.create',
      'act.get',
      'act.getAll',
      'act.send',
      'contract.get',
      'contract.getAll',
      'executor.getAll',
      'payment.getAll',
    ]);
    const [act] = await run({
      ...draft,
      additionalFields: { knp: '859', external_id: 'N-1', additional_info: '' },
    });
    expect(act).toMatchObject({
      status: { code: 'draft' },
      external_id: 'N-1',
      amount: '4500.00',
      act_date: TODAY,
    });
    expect(await run({ resource: 'act', operation: 'get', actId: act?.id })).toMatchObject([
      { id: act?.id, knp: '859' },
    ]);
    expect(await run({ resource: 'act', operation: 'send', actId: act?.id })).toMatchObject([
      { items: [{ status: 'ok' }] },
    ]);
    expect(await run({ resource: 'act', operation: 'get', actId: act?.id })).toMatchObject([
      { status: { code: 'sent' } },
    ]);
    expect(await run({ resource: 'contract', operation: 'get', contractId: deal.contract_id })).toMatchObject(
      [{ status: { code: 'signed' } }],
    );
    expect(await run({ resource: 'contract', operation: 'getAll' })).toMatchObject([
      { id: deal.contract_id },
    ]);
    expect(await run({ resource: 'executor', operation: 'getAll', search: deal.executor.bin })).toHaveLength(
      1,
    );
    expect(await run({ resource: 'payment', operation: 'getAll', returnAll: true })).toEqual([]);
  });

  test('lists up to a limit, or all pages', async () => {
    for (let at = 0; at < 3; at += 1) await makeDraftAct(app, deal);
    const few = (url: string | URL | Request, init?: RequestInit) =>
      fetch(String(url).replace('limit=100', 'limit=2'), init);
    const all = await execute(
      Kelisim,
      { ...host, fetch: few },
      { resource: 'act', operation: 'getAll', returnAll: true },
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(await count());
    expect(await run({ resource: 'act', operation: 'getAll', limit: 2 })).toHaveLength(2);
  });

  test('tried again in the same run, it makes no second act; in another run it does', async () => {
    const before = await count();
    const [first] = await run(draft, { execution: '11' });
    expect(await run(draft, { execution: '11' })).toMatchObject([{ id: first?.id }]);
    expect(await count()).toBe(before + 1);
    expect(await run(draft, { execution: '12', items: 2 })).toHaveLength(2);
    expect(await count()).toBe(before + 3);
  });

  test('goes on after a refusal only where it was told to', async () => {
    const wrong = { ...draft, title: '' };
    await expect(run(wrong)).rejects.toMatchObject({ httpCode: '400' });
    expect(await run(wrong, { goes_on: true })).toEqual([
      { error: expect.stringContaining('field.required') },
    ]);
  });

  test('asks for no parameter that the editor does not show', () => {
    const shown = (values: IDataObject) =>
      Kelisim.description.properties
        .filter((one: INodeProperties) => isShown(one, values))
        .map(({ name }) => name);
    expect(shown({ resource: 'act', operation: 'get' })).toEqual(['resource', 'operation', 'actId']);
    expect(shown({ resource: 'payment', operation: 'getAll', returnAll: true })).not.toContain('limit');
  });
});

describe('the trigger', () => {
  const url = 'https://n8n.example.kz/webhook/kelisim';
  const hooks = KelisimTrigger.webhookMethods?.default as NonNullable<
    typeof KelisimTrigger.webhookMethods
  >['default'];
  const endpoints = async () => (await app.ok('webhooks.list', director, {})).items;

  test('gives Kelisim its address, begins with a signed event alone, and takes the address back', async () => {
    const kept: IDataObject = {};
    const hook = hookOf(host, url, kept, ['act.created']);
    expect(await hooks.checkExists.call(hook)).toBe(false);
    await hooks.create.call(hook);
    expect(await hooks.checkExists.call(hook)).toBe(true);
    expect(await endpoints()).toMatchObject([
      { url, name: 'n8n: Оплата', types: ['act.created'], state: 'on' },
    ]);
    expect(kept.secret).toMatch(/^whsec_/);

    const act = await makeDraftAct(app, deal);
    await vi.waitFor(async () => {
      await deliverDue({ ...app.parts, clock: { now: () => new Date() } }, false);
      expect(receiver.got.length).toBeGreaterThan(0);
    }, PATIENT);
    const { body, headers } = receiver.got[0] as (typeof receiver.got)[number];
    const come = webhookOf(kept, headers as Record<string, string>, body);
    expect(await KelisimTrigger.webhook?.call(come.functions)).toMatchObject({
      workflowData: [[{ json: { type: 'act.created', data: { object: 'act', id: act.id } } }]],
    });
    for (const [secret, said] of [
      [kept.secret, body.replace('act.created', 'act.paid')],
      ['whsec_AAAA', body],
      [undefined, body],
    ]) {
      const bent = webhookOf({ secret }, headers as Record<string, string>, String(said));
      expect(await KelisimTrigger.webhook?.call(bent.functions)).toEqual({ noWebhookResponse: true });
      expect(bent.said).toMatchObject([{ code: 401 }]);
    }

    await hooks.delete.call(hook);
    expect([await endpoints(), kept]).toEqual([[], {}]);
    await hooks.delete.call(hook);
  });

  test('an address that is gone, switched off or another is given again, and none is left over', async () => {
    const kept: IDataObject = {};
    const hook = hookOf(host, url, kept);
    await hooks.create.call(hook);
    const params = { endpoint_id: kept.endpointId as number };
    await app.ok('webhooks.update', director, { params, body: { state: 'off' } });
    expect(await hooks.checkExists.call(hook)).toBe(false);
    await hooks.create.call(hook);
    expect((await endpoints()).map(({ state }) => state)).toEqual(['on']);
    expect(await hooks.checkExists.call(hookOf(host, `${url}/2`, kept))).toBe(false);
    await app.ok('webhooks.remove', director, { params: { endpoint_id: kept.endpointId as number } });
    expect(await hooks.checkExists.call(hook)).toBe(false);
    await hooks.create.call(hook);
    expect(await endpoints()).toHaveLength(1);
    await hooks.delete.call(hook);
  });

  test('a refusal is not taken for an address that is gone', async () => {
    const kept: IDataObject = {};
    const hook = hookOf(host, url, kept);
    await hooks.create.call(hook);
    const { token } = await addTestKey(app, director, ['acts:read']);
    const narrow = hookOf({ ...host, credentials: { baseUrl, apiKey: token } }, url, kept);
    for (const deed of [hooks.checkExists, hooks.delete])
      await expect(deed.call(narrow)).rejects.toMatchObject({ httpCode: '403' });
    expect(await hooks.checkExists.call(hook)).toBe(true);
    await hooks.delete.call(hook);
  });
});
