import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isBinOrIin, withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { afterEach, expect, test } from 'vitest';
import { businesses } from '../../../seeds/demo-people.ts';
import { movableClock } from '../../platform/clock.ts';
import type { CompanyRegister } from './company-register.ts';
import { egovRegister } from './egov/egov-register.ts';
import { rememberAnswers } from './remember-answers.ts';
import { sandboxCompanies, SILENT_BIN } from './sandbox/sandbox-companies.ts';
import { sandboxRegister } from './sandbox/sandbox-register.ts';
import { statRegister } from './stat/stat-register.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A register on loopback: answers what it is told, and keeps what it was asked. */
async function register(answer: (url: URL) => { status?: number; body: unknown }) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://register');
    asked.push(url);
    const { status = 200, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(server);
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const BIN = withCheckDigit('21054003456')!;
const IIN = withCheckDigit('88061530027')!;

/** As the counter writes: everything in capitals, blanks doubled, empty strings for what it does not know. */
const counted = (lang: string | null, more: object = {}) => ({
  success: true,
  obj: {
    bin: BIN,
    name:
      lang === 'kk'
        ? '"СЫНАҚ" ЖАУАПКЕРШІЛІГІ ШЕКТЕУЛІ СЕРІКТЕСТІГІ'
        : 'ТОВАРИЩЕСТВО С ОГРАНИЧЕННОЙ  ОТВЕТСТВЕННОСТЬЮ "СЫНАҚ"',
    registerDate: '2021-05-19T18:00:00.000+0000',
    okedCode: '62011',
    okedName: 'Разработка программного обеспечения',
    secondOkeds: '',
    krpCode: '105',
    krpName: 'Малые предприятия (<= 5)',
    kseCode: '1122',
    katoCode: '331010000',
    katoId: 268021,
    katoAddress: 'ОБЛАСТЬ ЖЕТІСУ, ТАЛДЫКОРГАН Г.А., Г.ТАЛДЫКОРГАН, УЛИЦА ТӘУЕЛСІЗДІК, дом 18',
    fio: 'СЫНАҚОВА АЙЖАН',
    ip: false,
    ...more,
  },
});

test('the counter of statistics: both names, the day in Almaty, a sole trader, an unknown number', async () => {
  const { asked, url } = await register((at) =>
    at.searchParams.get('bin') === BIN
      ? { body: counted(at.searchParams.get('lang')) }
      : at.searchParams.get('bin') === IIN
        ? { body: counted('ru', { name: 'ИП СЫНАҚ', ip: true, registerDate: '2022-02-10', okedCode: '' }) }
        : { body: { success: false, obj: null, description: null } },
  );
  const stat = statRegister({ url });
  expect(await stat.findCompany(BIN)).toEqual({
    bin: BIN,
    name_ru: 'ТОВАРИЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "СЫНАҚ"',
    name_kz: '"СЫНАҚ" ЖАУАПКЕРШІЛІГІ ШЕКТЕУЛІ СЕРІКТЕСТІГІ',
    head_name: 'СЫНАҚОВА АЙЖАН',
    address: 'ОБЛАСТЬ ЖЕТІСУ, ТАЛДЫКОРГАН Г.А., Г.ТАЛДЫКОРГАН, УЛИЦА ТӘУЕЛСІЗДІК, дом 18',
    oked: '62011',
    oked_name: 'Разработка программного обеспечения',
    registered_on: '2021-05-20',
    is_sole_trader: false,
  });
  expect(asked.map((at) => at.pathname + at.search)).toEqual([
    `/api/juridical/counter/api/?bin=${BIN}&lang=ru`,
    `/api/juridical/counter/api/?bin=${BIN}&lang=kk`,
  ]);
  expect(await stat.findCompany(IIN)).toMatchObject({
    is_sole_trader: true,
    oked: null,
    registered_on: '2022-02-10',
  });
  expect(await stat.findCompany(withCheckDigit('18034001234')!)).toBeNull();
});

test('the counter without its Kazakh half still answers; overloaded or talking nonsense it is silent', async () => {
  const half = await register((at) =>
    at.searchParams.get('lang') === 'kk' ? { status: 429, body: {} } : { body: counted('ru') },
  );
  expect(await statRegister({ url: half.url }).findCompany(BIN)).toMatchObject({
    name_kz: null,
    oked: '62011',
  });
  for (const answer of [
    { status: 429, body: {} },
    { body: '<html>' },
    { body: { success: 'yes' } },
    { body: ' '.repeat(300_000) + '{}' },
  ]) {
    const { url } = await register(() => answer);
    await expect(statRegister({ url }).findCompany(BIN)).rejects.toThrow();
  }
  await expect(statRegister({ url: 'http://127.0.0.1:9' }).findCompany(BIN)).rejects.toThrow();
});

const openRow = {
  id: '1',
  bin: BIN,
  nameru: 'ТОО "Сынақ"',
  namekz: '"Сынақ" ЖШС',
  director: 'СЫНАҚОВА АЙЖАН',
  datereg: '20.05.2021',
  statusru: 'Зарегистрирован',
  addressru: 'область Жетісу, г. Талдыкорган',
  addresskz: 'Жетісу облысы, Талдықорған қ.',
  okedru: '62011 - Разработка программного обеспечения',
};

test('open data of legal entities: asked with the key and a query, alike numbers are not taken', async () => {
  const { asked, url } = await register((at) =>
    at.searchParams.get('source')!.includes(BIN)
      ? { body: [{ ...openRow, bin: '1' }, openRow] }
      : { body: [{ ...openRow, bin: '1' }] },
  );
  const egov = egovRegister({ url, api_key: 'k1' });
  expect(await egov.findCompany(BIN)).toEqual({
    bin: BIN,
    name_ru: 'ТОО "Сынақ"',
    name_kz: '"Сынақ" ЖШС',
    head_name: 'СЫНАҚОВА АЙЖАН',
    address: 'область Жетісу, г. Талдыкорган',
    oked: '62011',
    oked_name: 'Разработка программного обеспечения',
    registered_on: '2021-05-20',
    is_sole_trader: false,
  });
  expect(asked[0]!.pathname).toBe('/api/v4/gbd_ul/v1');
  expect(asked[0]!.searchParams.get('apiKey')).toBe('k1');
  expect(JSON.parse(asked[0]!.searchParams.get('source')!)).toEqual({
    size: 1,
    query: { bool: { must: [{ match: { bin: BIN } }] } },
  });
  expect(await egov.findCompany(withCheckDigit('18034001234')!)).toBeNull();
  expect(await egov.findCompany(IIN)).toBeNull();
  expect(asked).toHaveLength(2);
});

test('an answer is remembered for a while, a silence is not', async () => {
  const clock = movableClock(new Date('2026-11-20T06:00:00Z'));
  let asked = 0;
  let fails = true;
  const register: CompanyRegister = {
    name: 'counting',
    async findCompany(bin) {
      asked += 1;
      if (fails) throw new Error('silent');
      return sandboxCompanies.find((company) => company.bin === bin) ?? null;
    },
  };
  const kept = rememberAnswers(register, clock);
  await expect(kept.findCompany(BIN)).rejects.toThrow('silent');
  fails = false;
  for (let i = 0; i < 3; i++) expect((await kept.findCompany(BIN))?.name_ru).toBe('ТОО «Жетісу Софт»');
  expect(asked).toBe(2);
  for (let i = 0; i < 2; i++) expect(await kept.findCompany(SILENT_BIN)).toBeNull();
  expect(asked).toBe(3);
  clock.set(new Date('2026-11-20T06:11:00Z'));
  await kept.findCompany(SILENT_BIN);
  await kept.findCompany(BIN);
  expect(asked).toBe(4);
  clock.set(new Date('2026-11-20T18:01:00Z'));
  await kept.findCompany(BIN);
  expect(asked).toBe(5);
});

test('the register of the sandbox knows the companies of the demo data, a few more, and falls silent once', async () => {
  const register = sandboxRegister();
  for (const { bin, name } of businesses) {
    const found = await register.findCompany(withCheckDigit(bin)!);
    expect(found?.name_ru).toBe(name);
  }
  for (const company of sandboxCompanies) expect(isBinOrIin(company.bin)).toBe(true);
  expect(isBinOrIin(SILENT_BIN)).toBe(true);
  await expect(register.findCompany(SILENT_BIN)).rejects.toThrow();
  expect(await register.findCompany(withCheckDigit('99014001111')!)).toBeNull();
});
