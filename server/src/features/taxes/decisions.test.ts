import { TAX_CHOICES, TAX_DECISIONS, TAX_QUESTIONS } from '@kelisim/shared/features/taxes/tax-decisions.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import kz from '@kelisim/shared/texts/kz/tax-decisions.ts';
import ru from '@kelisim/shared/texts/ru/tax-decisions.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany, type TestCompany } from '../../../test/people.ts';
import { listDecisions } from './public.ts';

let company: TestCompany;
const app = await makeTestApp();
const desk = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
afterAll(() => app.close());
beforeEach(async () => void (company = await makeCompany(app, { algorithm: 'rsa' })));

const carryOn = async (day: string, company_id: number | null = company.id) =>
  (await listDecisions(app.parts.db, company_id, day)).deduction_carry;
const packed = (text: string) => text.replace(/\s+/g, '');
const carry = (choice: 'none' | 'year', valid_from: string, note = 'Консультант') => ({
  body: { question: 'deduction_carry' as const, choice, valid_from, note },
});

test('the list says what may be chosen, the cautious choice first', () => {
  const choices = new Set(TAX_QUESTIONS.flatMap((question) => [...TAX_DECISIONS[question].choices]));
  expect([...choices].sort()).toEqual([...TAX_CHOICES].sort());
  expect(TAX_DECISIONS.platform_role.choices[0]).toBe('none');
  expect(TAX_DECISIONS.deduction_carry.choices[0]).toBe('none');
});

test("a company's own answer wins over that of the installation, and both over the cautious choice", async () => {
  expect(await carryOn('2026-06-01')).toBe('none');
  await app.ok('taxes.decide', desk, carry('year', '2026-03-01'));
  const days = ['2026-02-28', '2026-03-01', '2026-06-30', '2026-07-01'];
  const held = () => Promise.all(days.map((day) => carryOn(day)));
  expect(await held()).toEqual(['none', 'year', 'year', 'year']);
  await app.ok('taxes.decide_for_company', company.director, carry('none', '2026-05-01'));
  expect(await held()).toEqual(['none', 'year', 'none', 'none']);
  await app.ok('taxes.decide_for_company', company.director, {
    body: { ...carry('none', '2026-07-01').body, choice: null },
  });
  expect(await held()).toEqual(['none', 'year', 'none', 'year']);
  // Of rows that begin on the same day the later one counts, and others are not touched.
  await app.ok('taxes.decide', desk, carry('none', '2026-03-01', 'Передумали'));
  expect(await held()).toEqual(['none', 'none', 'none', 'none']);
  await app.ok('taxes.decide', desk, carry('year', '2026-03-01'));
  expect(await carryOn('2026-06-01', null)).toBe('year');
  expect(await carryOn('2026-06-01', (await makeCompany(app, { algorithm: 'rsa' })).id)).toBe('year');
});

test('an answer is refused that the question does not have, or that says nothing of what was decided', async () => {
  const body = { question: 'rounding' as const, valid_from: '2026-01-01' };
  expect(await app.refused('taxes.decide', desk, { body: { ...body, choice: 'year' } })).toMatchObject({
    code: 'field.choice',
    field: 'choice',
  });
  expect(
    await app.refused('taxes.decide', desk, { body: { ...body, choice: 'other', note: ' ' } }),
  ).toMatchObject({ code: 'field.required', field: 'note' });
  const { status } = await app.raw('taxes.decide_for_company', company.director, {
    body: { ...body, choice: 'cautious' },
  });
  expect(status).toBe(400);
});

test('who answered stands in the log of the desk and in the history of the company, once', async () => {
  const wish = {
    body: {
      question: 'platform_role' as const,
      choice: 'customer_is_operator' as const,
      valid_from: '2026-09-01',
      note: 'Письмо юриста',
    },
  };
  const first = await app.ok('taxes.decide_for_company', company.director, wish);
  expect(await app.ok('taxes.decide_for_company', company.director, wish)).toEqual(first);
  const { items } = await app.ok('companies.history', company.director, { query: {} });
  expect(items.filter(({ action }) => action === 'tax_decided')).toMatchObject([
    {
      before: { platform_role: 'none' },
      after: { platform_role: 'customer_is_operator', from: '2026-09-01' },
    },
  ]);
  await app.ok('taxes.decide', desk, wish);
  await app.ok('taxes.decide', desk, wish);
  const log = await app.ok('administration.audit', desk, { query: { kind: 'tax_decided', limit: 100 } });
  expect(
    log.items.filter(({ detail }) => (detail as { tax_question: string }).tax_question === 'platform_role'),
  ).toMatchObject([
    { by: { id: desk.user_id }, detail: { tax_choice: 'none → customer_is_operator', date: '2026-09-01' } },
  ]);
  const mine = await app.ok('taxes.company_decisions', company.director, {});
  expect(mine.items.find(({ question }) => question === 'platform_role')).toMatchObject({
    choice: 'customer_is_operator',
    of: 'company',
    history: [{ choice: 'customer_is_operator', note: 'Письмо юриста', valid_from: '2026-09-01' }],
  });
});

test('the paper has every question in both languages, and no opinion that somebody wrote down', async () => {
  await app.ok('taxes.decide', desk, {
    body: { question: 'rounding', choice: 'other', valid_from: '2026-01-01', note: 'Тайное мнение' },
  });
  for (const locale of ['ru', 'kz'] as const) {
    const { bytes } = await app.raw('taxes.company_paper', company.director, {}, { locale });
    const words = packed((await readPages(bytes)).join(''));
    expect(words).toContain(packed(locale === 'ru' ? 'Ответ консультанта' : 'Кеңесшінің жауабы'));
    expect(words).toContain(company.bin);
    expect(words).toContain(locale === 'ru' ? 'Иначе' : 'Басқаша');
    expect(words).not.toContain('Тайное');
    for (const question of TAX_QUESTIONS) expect(words).toContain(packed({ ru, kz }[locale].ask[question]));
  }
  const { bytes } = await app.raw('taxes.decisions_paper', desk, {}, { locale: 'ru' });
  expect((await readPages(bytes)).join(' ')).not.toContain(company.bin);
});
