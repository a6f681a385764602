import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { makeTwo, payNet, THIS } from '../../../test/withheld.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const OFFICE = {
  name: 'УГД по Алмалинскому району',
  bin: '141140001547',
  iban: 'KZ24070105KSN0000000',
};

async function bankOf(bic: string): Promise<number> {
  const { id } = await app.parts.db
    .selectFrom('banks')
    .select('id')
    .where('bic', '=', bic)
    .executeTakeFirstOrThrow();
  return id;
}

const payeeOf = async ({ company }: Deal) =>
  (await app.ok('obligations.month', company.director, { query: { month: THIS } })).items.find(
    ({ kind }) => kind === 'ipn',
  )!.payee!;

const enter = async ({ company }: Deal, of: Partial<typeof OFFICE & { valid_from: string }> = {}) =>
  app.ok('obligations.enter_office', company.director, {
    body: { ...OFFICE, bank_id: await bankOf('KKMFKZ2A'), ...of },
  });

const order = (deal: Deal, format: '1c' | 'mt100') =>
  app.raw('obligations.order_file', deal.company.director, { query: { month: THIS, format } });

/** Without the second in which the file was made. */
const read = async (deal: Deal, format: '1c' | 'mt100') =>
  new TextDecoder('windows-1251')
    .decode((await order(deal, format)).bytes)
    .split('\r\n')
    .filter((line) => !line.startsWith('ВремяСоздания='));

test('an order to the budget waits for the office, and is made in both forms with the КБК in its purpose', async () => {
  const [one] = await makeTwo(app);
  await payNet(app, one, '300000.00', TODAY);
  const refused = await order(one, '1c');
  expect([refused.status, refused.bytes.toString()]).toEqual([
    409,
    expect.stringContaining('obligation.no_office'),
  ]);
  await enter(one);
  const [year, month] = THIS.split('-') as [string, string];
  const purpose = `Подоходный налог за ${month}.${year} г. КБК 101201`;
  const number = `${year.slice(2)}${month}911`;
  const oneC = await read(one, '1c');
  expect(oneC).toEqual(
    expect.arrayContaining([
      `НомерДокумента=${number}`,
      'Сумма=12075.00',
      `ПолучательНаименование=${OFFICE.name}`,
      'ПолучательБИН_ИИН=141140001547',
      'ПолучательКБЕ=11',
      'ПолучательИИК=KZ24070105KSN0000000',
      'ПолучательБанкБИК=KKMFKZ2A',
      'КодНазначенияПлатежа=911',
      `НазначениеПлатежа=${purpose}`,
    ]),
  );
  expect(await read(one, '1c')).toEqual(oneC);
  expect(await read(one, 'mt100')).toEqual(
    expect.arrayContaining([
      ':57B:KKMFKZ2A',
      ':59:KZ24070105KSN0000000',
      '/IDN/141140001547',
      '/KNP/911',
      `/ASSIGN/${purpose}`,
      `:32A:${TODAY.slice(2).replaceAll('-', '')}KZT12075,00`,
    ]),
  );
});

test('what is left is ordered under another number, and nothing when nothing is left', async () => {
  const [one] = await makeTwo(app);
  await payNet(app, one, '300000.00', TODAY);
  await enter(one);
  const tell = (amount: string) =>
    app.ok('obligations.tell_paid', one.company.director, {
      body: { month: THIS, kind: 'ipn', paid_on: TODAY, amount },
    });
  const number = `${THIS.slice(2, 4)}${THIS.slice(5)}911`;
  await tell('2000.00');
  expect(await read(one, '1c')).toEqual(
    expect.arrayContaining([`НомерДокумента=${number}1`, 'Сумма=10075.00']),
  );
  await tell('12075.00');
  expect((await order(one, '1c')).status).toBe(409);
});

test('the office is dated: the latest that holds today counts, the same twice is once', async () => {
  const [one, other] = await makeTwo(app);
  expect(await payeeOf(one)).toMatchObject({ bin: null, iban: null, entered: null });
  await enter(one);
  await enter(one);
  expect(await payeeOf(one)).toMatchObject({ ...OFFICE, bic: 'KKMFKZ2A', kbk: '101201' });
  // One that begins tomorrow is not paid to today.
  await enter(one, { name: 'УГД по Медеускому району', valid_from: addDays(TODAY, 1) });
  expect((await payeeOf(one)).name).toBe(OFFICE.name);
  const { company_id } = one.company.director;
  const rows = await app.parts.db
    .selectFrom('tax_offices')
    .select(['name', 'valid_from'])
    .where('company_id', '=', company_id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ valid_from }) => valid_from)).toEqual([TODAY, addDays(TODAY, 1)]);
  const history = await app.ok('companies.history', one.company.director, { query: {} });
  expect(history.items[0]).toMatchObject({ action: 'tax_office_entered' });
  // Another company has its own.
  const [stranger] = await makeTwo(app);
  expect((await payeeOf(stranger)).bin).toBeNull();
  expect((await payeeOf(other)).name).toBe(OFFICE.name);
});

test('an office with a wrong БИН or an account of another bank is refused', async () => {
  const [one] = await makeTwo(app);
  const refusal = async (of: object) => {
    const { code, field } = await app.refused('obligations.enter_office', one.company.director, {
      body: { ...OFFICE, bank_id: await bankOf('KKMFKZ2A'), ...of },
    });
    return [code, field];
  };
  // An ИИН is nobody's office.
  expect(await refusal({ bin: one.executor.bin })).toEqual(['field.bin', 'bin']);
  expect(await refusal({ iban: 'KZ25070105KSN0000000' })).toEqual(['field.iban', 'iban']);
  expect(await refusal({ bank_id: await bankOf('KCJBKZKX') })).toEqual([
    'requisite.iban_of_another_bank',
    'iban',
  ]);
});
