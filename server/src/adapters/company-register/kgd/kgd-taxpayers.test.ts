import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { afterEach, expect, test } from 'vitest';
import { kgdTaxpayers } from './kgd-taxpayers.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const IIN = withCheckDigit('88061530027')!;
const TOKEN = 'made-up-token';
const NOBODY = { taxpayerPortalSearchResponses: [] };
const NOT_LIQUIDATED = { taxpayers: { content: [] } };
const found = (more: object) => ({ messageResult: 'SUCCESS', code: IIN, name: 'Таза үй', ...more });

/** The portal on loopback: the answer of each service, an empty body for null. */
async function portal(answers: Record<string, unknown>, status = 200) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://portal');
    const service = url.pathname.split('/').at(-1)!;
    asked.push(`${request.method} ${url.pathname}${url.search} ${request.headers['x-portal-token']}`);
    const body = {
      'search-payer-data': null,
      'find-liquidated-taxpayer': NOT_LIQUIDATED,
      ...answers,
    }[service];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === null ? '' : JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, find: () => kgdTaxpayers({ token: TOKEN, url }).findTaxpayer(IIN, 'person') };
}

test('three services are asked with the token, and a sole trader without VAT is read', async () => {
  const { asked, find } = await portal({
    'taxpayer-data': { taxpayerPortalSearchResponses: [found({ beginDate: '2022-02-10' })] },
  });
  expect(await find()).toEqual({
    registration: { since: '2022-02-10', until: null },
    is_liquidating: false,
    vat: null,
  });
  const at = '/services/isnaportalsync/public';
  expect(asked).toEqual([
    `GET ${at}/taxpayer-data?taxpayerCode=${IIN}&taxpayerType=IP&print=false ${TOKEN}`,
    `GET ${at}/search-payer-data?taxpayerCode=${IIN} ${TOKEN}`,
    `GET ${at}/find-liquidated-taxpayer?taxpayerCode=${IIN} ${TOKEN}`,
  ]);
});

test('of several registrations the one that holds counts, else the one that ended last', async () => {
  const ended = found({ beginDate: '2019-01-01', endDate: '2020-05-05' });
  const later = found({ beginDate: '2021-01-01', endDate: '2023-03-03' });
  const held = found({ beginDate: '2024-04-04' });
  const spanOf = async (...rows: object[]) =>
    (await (await portal({ 'taxpayer-data': { taxpayerPortalSearchResponses: rows } })).find()).registration;
  expect(await spanOf(ended, later)).toEqual({ since: '2021-01-01', until: '2023-03-03' });
  expect(await spanOf(held, ended)).toEqual({ since: '2024-04-04', until: null });
});

test('liquidation, VAT and its removal; a removal before the registration is of an earlier one', async () => {
  const vatOf = async (payer: object) =>
    await (
      await portal({
        'taxpayer-data': NOBODY,
        'search-payer-data': { iinBin: IIN, ...payer },
        'find-liquidated-taxpayer': { taxpayers: { content: [{}] } },
      })
    ).find();
  expect(await vatOf({ ndsRegistrationDate: '2023-01-01', ndsDeregistrationDate: '2025-06-30' })).toEqual({
    registration: null,
    is_liquidating: true,
    vat: { since: '2023-01-01', until: '2025-06-30' },
  });
  expect(
    (await vatOf({ ndsRegistrationDate: '2023-01-01', ndsDeregistrationDate: '2020-01-01' })).vat,
  ).toEqual({
    since: '2023-01-01',
    until: null,
  });
  expect((await vatOf({ ndsRegistrationDate: null, ndsDeregistrationDate: null })).vat).toBeNull();
});

test('that a number is of no such type means it was never registered so', async () => {
  const failed = {
    errorResponse: { code: IIN, taxpayerType: 'IP', messageResult: 'FAILED', errorMessage: '-' },
  };
  expect((await (await portal({ 'taxpayer-data': failed })).find()).registration).toBeNull();
  expect((await (await portal({ 'taxpayer-data': NOBODY })).find()).registration).toBeNull();
});

test.each([
  ['a refusal', { 'taxpayer-data': NOBODY }, 404],
  [
    'a failure on their side',
    { 'taxpayer-data': { taxpayerPortalSearchResponses: [found({ messageResult: 'ERROR' })] } },
    200,
  ],
  [
    'somebody else',
    { 'taxpayer-data': { taxpayerPortalSearchResponses: [found({ code: '880615300278' })] } },
    200,
  ],
  [
    'the VAT of somebody else',
    { 'taxpayer-data': NOBODY, 'search-payer-data': { iinBin: '1', ndsRegistrationDate: '2020-01-01' } },
    200,
  ],
  ['another shape', { 'taxpayer-data': {} }, 200],
  ['no list of liquidations', { 'taxpayer-data': NOBODY, 'find-liquidated-taxpayer': {} }, 200],
])('%s is no answer', async (_what, answers, status) => {
  await expect((await portal(answers, status)).find()).rejects.toThrow();
});
