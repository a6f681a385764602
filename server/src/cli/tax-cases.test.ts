import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourcedFigure } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { beforeAll, expect, test } from 'vitest';
import { makeTestDatabase } from '../../test/database.ts';
import { listFigures } from '../features/taxes/public.ts';
import { openDatabase } from '../platform/db/database.ts';
import { makeLog } from '../platform/log.ts';
import { caseFile, reckonCase } from './tax-cases.ts';

const CASES = fileURLToPath(new URL('../../../../shared/data/tax_cases.json', import.meta.url));
const REGIMES = ['gph', 'self_employed', 'simplified', 'too_vat', 'any'];
interface Case {
  id: string;
  kind: string;
  arithmetic_ok: boolean;
  inputs: { regime: string };
  expected: Record<string, unknown>;
}

let figures: SourcedFigure[];
beforeAll(async () => {
  const place = await makeTestDatabase();
  const db = openDatabase({ url: place.url, log: makeLog('silent'), max: 1 });
  figures = await listFigures(db);
  await db.destroy();
  await place.drop();
});

const reckon = (inputs: object) =>
  reckonCase(caseFile.parse({ cases: [{ id: 'X', inputs }] }).cases[0]!.inputs, figures);
/** What is expected as a number or as parts of a month; texts and rules are for people. */
const numbersOf = (expected: object) =>
  Object.fromEntries(
    Object.entries(expected).filter(([, value]) => ['number', 'object'].includes(typeof value)),
  );

test.skipIf(!existsSync(CASES))('every case with numbers comes out to the tenge (../shared/data)', () => {
  const { cases } = JSON.parse(readFileSync(CASES, 'utf8')) as { cases: Case[] };
  let seen = 0;
  for (const { id, kind, arithmetic_ok, inputs, expected } of cases) {
    const found = reckon(inputs);
    if (kind === 'product_wrong') expect(found, id).not.toMatchObject({ actual: numbersOf(expected) });
    else if (arithmetic_ok && REGIMES.includes(inputs.regime)) {
      seen += 1;
      expect(found, id).toMatchObject({ actual: numbersOf(expected) });
    }
  }
  expect(seen).toBeGreaterThan(20);
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
