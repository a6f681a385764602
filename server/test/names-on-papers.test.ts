import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, expect, test } from 'vitest';
import { readPages } from '../src/adapters/pdf/typst/read-pages.ts';
import { makeDealApp } from './deal-app.ts';
import { makeSignedActs, TODAY } from './papers.ts';
import { makeAdministrator } from './people.ts';
import { tariffSeller } from './tariffs.ts';

// Decision 18: a paper prints the verified legal name in the language of the paper, and never a display name.
const { app, company, deal } = await makeDealApp();
for (const [id, word] of [
  [company.id, 'Тапсырыс'],
  [deal.executor.id, 'Орындау'],
] as const)
  await app.parts.db
    .updateTable('companies')
    .set({
      name: `ТОО «${word}»`,
      name_kz: `«${word}» ЖШС`,
      display_name: `Бренд ${word}`,
      document_language: 'kz',
    })
    .where('id', '=', id)
    .execute();
const act_id = (await makeSignedActs(app, deal, 1))[0]!;
afterAll(() => app.close());

const wordsOf = async (bytes: Buffer) => (await readPages(bytes)).join('').replace(/[\s\u200b]+/g, '');
const bill = async (locale: 'ru' | 'kz') => {
  const desk = await makeAdministrator(app, ['tariffs']);
  const { payment_calendar } = await app.ok('tariff.get', desk, { params: { company_id: deal.company.id } });
  const params = { id: payment_calendar[0]!.id! };
  return (await app.raw('tariff.bill', deal.company.director, { params }, { locale })).bytes;
};

test('a card of signatures in Kazakh', async () => {
  const card = await app.raw('proofs.act_sign_info', deal.company.director, { params: { act_id } });
  const words = await wordsOf(card.bytes);
  for (const name of ['«Тапсырыс»ЖШС', '«Орындау»ЖШС']) expect(words).toContain(name);
  expect(words).not.toMatch(/ТОО«(Тапсырыс|Орындау)|Бренд/);
});

test('an act of reconciliation in Kazakh, wherever it names a side', async () => {
  const query = { company_id: deal.executor.id, date_from: addDays(TODAY, -5), date_to: TODAY };
  const paper = await app.raw('bookkeeping.reconciliation_pdf', deal.company.director, { query });
  const words = await wordsOf(paper.bytes);
  for (const name of ['«Тапсырыс»ЖШС', '«Орындау»ЖШС']) expect(words.split(name).length).toBeGreaterThan(3);
  expect(words).not.toMatch(/ТОО«|Бренд/);
});

test("a bill in the reader's language, with the names of the day it was issued", async () => {
  const desk = await makeAdministrator(app, ['tariffs']);
  await app.ok('tariff.set_seller', desk, { body: tariffSeller });
  const terms = { plan_type_id: 1, period_id: 1, price_per_executor: '1000.00', executor_limit_count: 1 };
  await app.ok('tariff.set', desk, { body: { company_id: deal.company.id, ...terms } });
  await app.parts.db
    .updateTable('companies')
    .set({ name: 'ТОО «Кейін»', name_kz: '«Кейін» ЖШС' })
    .where('id', '=', deal.company.id)
    .execute();
  expect(await wordsOf(await bill('kz'))).toContain('«Тапсырыс»ЖШС');
  expect(await wordsOf(await bill('ru'))).toContain('ТОО«Тапсырыс»');
});

test('what a company calls itself stands beside its legal name for the other side', async () => {
  const params = { act_id };
  const seen = await app.ok('acts.get', deal.executor.person, { params });
  expect(seen.contractor_company).toMatchObject({
    name: 'ТОО «Орындау»',
    display_name: 'Бренд Орындау',
  });
  expect(seen.company.display_name).toBe('Бренд Тапсырыс');
  const { items } = await app.ok('executors.list', deal.company.director, { query: {} });
  expect(items[0]).toMatchObject({ company_name: 'ТОО «Орындау»', display_name: 'Бренд Орындау' });
  const contract = await app.ok('documents.list', deal.executor.person, { query: {} });
  expect(contract.items[0]!.company.display_name).toBe('Бренд Тапсырыс');
});
