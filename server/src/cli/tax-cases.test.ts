import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, type TestContext } from 'vitest';
import { makeTestDatabase } from '../../test/database.ts';
import { listFigures } from '../features/taxes/public.ts';
import { openDatabase } from '../platform/db/database.ts';
import { makeLog } from '../platform/log.ts';
import { answerCase, caseFile, reckonCase } from './tax-cases.ts';

const CASES = fileURLToPath(new URL('../../../../shared/data/tax_cases.json', import.meta.url));
const TAXES = fileURLToPath(new URL('../../../shared/src/features/taxes', import.meta.url));
const REGIMES = ['gph', 'self_employed', 'simplified', 'too_vat', 'any'];
interface Case {
  id: string;
  kind: string;
  arithmetic_ok: boolean;
  inputs: { regime: string };
  expected: Record<string, unknown>;
  contradicts: string[];
}

const place = await makeTestDatabase();
const db = openDatabase({ url: place.url, log: makeLog('silent'), max: 1 });
const figures = await listFigures(db);
await db.destroy();
await place.drop();

const reckon = (inputs: object) =>
  reckonCase(caseFile.parse({ cases: [{ id: 'X', inputs }] }).cases[0]!.inputs, figures);
/** What is expected as a number or as parts of a month; texts and rules are for people. */
const numbersOf = (expected: object) =>
  Object.fromEntries(
    Object.entries(expected).filter(([, value]) => ['number', 'object'].includes(typeof value)),
  );

describe('the worked cases of ../shared/data', () => {
  /** Each with its answer; null where the file is not there. */
  const answers = () => {
    if (!existsSync(CASES)) return null;
    const cases = JSON.parse(readFileSync(CASES, 'utf8')) as { cases: Case[] };
    const parsed = caseFile.parse(cases).cases;
    return cases.cases.map((one, at) => ({ ...one, ...answerCase(parsed[at]!, figures) }));
  };
  const each = (context: TestContext) => {
    const cases = answers();
    if (!cases) context.skip('the worked cases are not there: ../shared/data/tax_cases.json');
    return cases!;
  };
  type Answered = ReturnType<typeof each>[number];
  const actualOf = (one: Answered) => ('actual' in one ? one.actual : undefined);
  const isReckoned = ({ kind, arithmetic_ok, inputs, expected }: Answered) =>
    kind !== 'product_wrong' &&
    arithmetic_ok &&
    REGIMES.includes(inputs.regime) &&
    Object.keys(numbersOf(expected)).length > 0;

  test('with numbers come out to the tenge', (context) => {
    const reckoned = each(context).filter(isReckoned);
    expect(reckoned.length).toBeGreaterThan(20);
    for (const one of reckoned) expect(actualOf(one), one.id).toMatchObject(numbersOf(one.expected));
  });

  test('of wages, with a rule alone or with wrong arithmetic say why not, or which rule or test', (context) => {
    const others = each(context).filter((one) => !isReckoned(one) && one.kind !== 'product_wrong');
    expect(others.length).toBeGreaterThan(5);
    for (const one of others) {
      const said = 'why_not' in one ? one.why_not : one.rule;
      expect(said, one.id).toMatch(/^[^\n]{20,}\.$/);
      if (one.inputs.regime === 'staff') expect(one, one.id).toHaveProperty('why_not');
      const [, named] = /\((\S+\.test\.ts) holds it\)/.exec(said ?? '') ?? [];
      if (one.expected.rule) expect(named, one.id).toBeDefined();
      if (named) expect(existsSync(join(TAXES, named)), named).toBe(true);
    }
  });

  test('that exclude one another name the rule that is followed', (context) => {
    const cases = each(context).filter(
      ({ kind, contradicts }) => kind === 'published' && contradicts?.length,
    );
    expect(cases.length).toBeGreaterThan(5);
    for (const one of cases) expect(one.rule, one.id).toMatch(/\.$/);
  });

  test('that were wrong once do not come out', (context) => {
    const wrong = each(context).filter(({ kind }) => kind === 'product_wrong');
    expect(wrong.length).toBeGreaterThan(0);
    for (const one of wrong)
      for (const [name, value] of Object.entries(numbersOf(one.expected)))
        expect(actualOf(one), one.id).not.toMatchObject({ [name]: value });
  });
});

test('a year without figures, wages and people of an unknown kind are told, not guessed', () => {
  expect(reckon({ regime: 'gph', year: 2027, gross: 100_000 })).toMatchObject({ why_not: /2027/ });
  expect(reckon({ regime: 'staff', year: 2026, gross: 100_000 })).toMatchObject({ why_not: /Wages/ });
  expect(reckon({ regime: 'gph', year: 2026, gross: 1, flags: ['astronaut'] })).toMatchObject({
    why_not: /astronaut/,
  });
  expect(reckon({ regime: 'self_employed', year: 2025, gross: 1 })).toMatchObject({
    why_not: /self_employed/,
  });
});

test('a month of the self-employed above its bound is refused', () => {
  expect(reckon({ regime: 'self_employed', year: 2026, gross: 1_297_501 })).toEqual({
    actual: { refused: 'limit_month', limit_month: 1_297_500, over: 1 },
  });
});

test('a month below nothing withholds nothing, and what is carried is told', () => {
  const nothing = { opv: 0, ipn: 0, net: 0, carried: -50_000 };
  expect(reckon({ regime: 'gph', year: 2026, gross: -50_000 })).toMatchObject({ actual: nothing });
  expect(reckon({ regime: 'gph', year: 2026, months: [-50_000, 350_000] })).toMatchObject({
    actual: { months: [nothing, { so: 13_500, net: 225_450 }] },
  });
  expect(reckon({ regime: 'gph', year: 2026, parts: [300_000, -350_000] })).toMatchObject({
    actual: { first: { opv: 30_000 }, second: { opv: -30_000 }, month: nothing },
  });
});

test('a year in which the deduction is carried uses what its months had left', () => {
  const year = { regime: 'gph', year: 2026, months: [0, 300_000], flags: ['base_deduction'] };
  const deducted = (of: object) =>
    (reckon({ ...year, ...of }) as { actual: { months: { base_deduction: number }[] } }).actual.months[1]!
      .base_deduction;
  expect(deducted({})).toBe(129_750);
  expect(deducted({ deduction_carry: 'year' })).toBe(250_500);
  expect(deducted({ deduction_carry: 'year', base_used: 100_000 })).toBe(159_500);
});

test('a month is told in sentences, with the source of each figure that the database has', () => {
  const { explained } = reckon({ regime: 'gph', year: 2026, gross: 300_000 }) as {
    explained: { ru: string[]; kz: string[] };
  };
  const plain = (sentence = '') => sentence.replaceAll('\u00a0', ' ');
  expect(plain(explained.ru[6])).toBe('ИПН: 10 % от 250 500 ₸ = 25 050 ₸ (Налоговый кодекс, ст. 363)');
  expect(plain(explained.kz[6])).toBe(
    'ЖТС: 250 500 ₸ сомасының 10 %-ы = 25 050 ₸ (Салық кодексінің 363-бабы)',
  );
});
