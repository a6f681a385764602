import { latinKey } from '@kelisim/shared/kernel/latin-key.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, makeSentActs, makeSignedActs } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';

const acts: Record<'rain' | 'snow' | 'draft', number> = { rain: 0, snow: 0, draft: 0 };
const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa', name: 'ТОО «Жұлдыз Логистика»' });
const deal = await makeDeal(
  app,
  company,
  await makeExecutor(app, company, { name: 'ИП Қасымова Әйгерім', algorithm: 'rsa' }),
);
const [director, executor] = [company.director, deal.executor.person];
const over = (rate: string) => ({
  services: [{ category_id: 1, unit_id: 1, description: 'x', quantity: '1', rate }],
});
[acts.rain] = (await makeSentActs(app, deal, 1, { title: 'Уборка после дождя', ...over('481230.40') })) as [
  number,
];
[acts.snow] = (await makeSentActs(app, deal, 1, {
  title: 'Қар тазалау, желтоқсан',
  ...over('77000.00'),
})) as [number];
acts.draft = (await makeDraftAct(app, deal, { title: 'Черновик уборки' })).id;
afterAll(() => app.close());

const find = (text: string, by = director) => app.ok('search.find', by, { query: { text } });
const foundActs = async (text: string, by = director) => (await find(text, by)).acts.map((act) => act.id);

test('the key of SQL is the key of the code', async () => {
  const same = async (text: string) => {
    const { rows } = await sql<{ key: string }>`select latin_key(${text}) as key`.execute(app.parts.db);
    expect([text, rows[0]!.key]).toEqual([text, latinKey(text)]);
  };
  await same(
    'аАәӘбБвВгГғҒдДеЕёЁжЖзЗиИйЙкКқҚлЛмМнНңҢоОөӨпПрРсСтТуУұҰүҮфФхХһҺцЦчЧшШщЩъЪыЫіІьЬэЭюЮяЯ azAZ 09 K İ é ĂăȚțŞşĞğıŊŋəƏøØđĐłŁЄєҐґҲҳЇї ☎️a⌚⭐🚚👩‍🔧➔→',
  );
  await same('й Ё'.normalize('NFD'));
  const letter = fc.oneof(
    fc.constantFrom(...'ЖШщюЯцЧёйъь AZaz09-«№KĂț☀🚚'),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(letter, { maxLength: 20 }), (letters) =>
      same(letters.join('').replaceAll('\0', '')),
    ),
    { numRuns: 60 },
  );
});

test('finds acts by the beginnings of words in either language and any layout', async () => {
  for (const text of ['дождя', 'ДОЖД', 'уборка дождя', 'дождя уборка', 'lj;lz', 'e,jhrf'])
    expect([text, await foundActs(text)]).toEqual([text, expect.arrayContaining([acts.rain])]);
  for (const text of [
    'қар тазалау',
    'кар тазалау',
    'желтоқсан',
    'желтоксан',
    ';tknj0cfy',
    'желто0сан',
    'Karta'.slice(0, 3),
  ])
    expect([text, await foundActs(text)]).toEqual([text, expect.arrayContaining([acts.snow])]);
  expect(await foundActs('уборк')).toEqual(expect.arrayContaining([acts.rain, acts.draft]));
  expect(await foundActs('ождя')).toEqual([]);
  expect(await foundActs('%')).toEqual([]);
  expect(await foundActs("дождя' | 'xx")).toEqual([]);
  // A letter is a word that is still being typed, a digit is a word.
  expect(await foundActs('уборка з')).toEqual(expect.arrayContaining([acts.rain]));
  expect(await foundActs('уборка 7')).toEqual([]);
});

test('finds letters with accents by the letters, and emoji as words', async () => {
  const { id } = await makeDraftAct(app, deal, { title: 'Țurcanu Ştefan: жеткізу🚚, №1 ☀' });
  for (const text of ['Țurcanu', 'turcanu', 'STEFAN', '🚚', '☀', 'жеткизу 🚚 ☀'])
    expect([text, await foundActs(text)]).toEqual([text, [id]]);
  expect(await foundActs('🚜')).toEqual([]);
  expect(await foundActs('жеткизу ☁')).toEqual([]);
  const list = await app.ok('acts.list', director, { query: { search: '🚚' } });
  expect(list.items.map((act) => act.id)).toEqual([id]);
  await sql`update acts set deleted_at = now() where id = ${id}`.execute(app.parts.db);
});

test('finds what lies behind the newest too', async () => {
  const { db } = app.parts;
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const old = await makeDraftAct(app, own, { title: 'Установка турникета' });
  await sql`insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date, start_date, end_date, amount_tiyn, updated_at)
    select company_id, contractor_company_id, contract_id, year, number + n, 'Прочее ' || n, 'draft', act_date, start_date, end_date, 100, now() + n * interval '1 second'
    from acts, generate_series(1, 1100) n where id = ${old.id}`.execute(db);
  expect(await foundActs('турникет', company.director)).toEqual([old.id]);
  expect(await foundActs('эрчее', company.director)).toEqual([]);
  expect((await foundActs('прочее', company.director)).length).toBe(8);
});

test('finds acts by number, sum and the other side, and who works for whom', async () => {
  const { number } = await app.ok('acts.get', director, { params: { act_id: acts.snow } });
  expect((await foundActs(number))[0]).toBe(acts.snow);
  expect((await foundActs(`№ ${number.split('/')[0]}`))[0]).toBe(acts.snow);
  for (const text of ['481 230,40', '481230.4', '481 230', '481230 ₸'])
    expect([text, await foundActs(text)]).toEqual([text, [acts.rain]]);
  expect(await foundActs('481230,41')).toEqual([]);
  for (const text of [
    'Касымова',
    'айгерим',
    'rfcsvjdf',
    '0fcsvjdf',
    'Қасымва',
    deal.executor.bin.slice(0, 8),
  ]) {
    const found = await find(text);
    expect([text, found.parties.map((party) => party.id)]).toEqual([text, [deal.executor.id]]);
    expect(found.contracts.map((contract) => contract.id)).toEqual([deal.contract_id]);
    expect(found.acts.length).toBe(3);
  }
  const his = await find('жулдыз', executor);
  expect(his.parties).toEqual([
    { id: deal.company.id, name: deal.company.name, bin: deal.company.bin, to_pay: expect.any(String) },
  ]);
  expect((await find('договор')).contracts.map((contract) => contract.id)).toEqual([deal.contract_id]);
});

test('says of the other side what is to be paid: what both have signed and not what was sent', async () => {
  const other = await makeExecutor(app, company, { name: 'ИП Бекенов Санжар', algorithm: 'rsa' });
  const owed = await makeDeal(app, company, other);
  await makeSignedActs(app, owed, 2, over('1250.00'));
  await makeSentActs(app, owed, 1, over('10.00'));
  expect((await find('Бекенов')).parties).toMatchObject([{ id: other.id, to_pay: '2500.00' }]);
  expect((await find('жулдыз', other.person)).parties).toMatchObject([{ to_pay: '2500.00' }]);
});

test('shows each what his lists show: drafts to nobody else, nothing of strangers, an employee all of his company', async () => {
  expect(await foundActs('уборк', executor)).toEqual([acts.rain]);
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const his = await makeExecutor(app, stranger, { algorithm: 'rsa' });
  for (const by of [stranger.director, his.person])
    for (const text of [
      'уборка',
      '1',
      '481230',
      'Қасымова',
      'договор',
      deal.company.bin,
      deal.executor.bin,
    ]) {
      const found = await find(text, by);
      const foreign = [
        ...found.acts,
        ...found.contracts,
        ...found.parties.filter(({ id }) => ![his.id, stranger.id].includes(id)),
      ];
      expect([text, foreign]).toEqual([text, []]);
    }
  const employee = await makeEmployee(app, deal.company, []);
  expect(await foundActs('дождя', employee)).toEqual([acts.rain]);
  await sql`update acts set deleted_at = now() where id = ${acts.draft}`.execute(app.parts.db);
  expect(await foundActs('черновик')).toEqual([]);
});
