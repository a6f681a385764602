import { reckonYear } from '@kelisim/shared/features/taxes/reckon-year.ts';
import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import fc from 'fast-check';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { listFigures } from '../src/features/taxes/public.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeTestDatabase } from './database.ts';
import { withholdSlowly, type FigureRow, type Payment } from './slow-withholding.ts';

const person = fc.record({
  has_application: fc.boolean(),
  is_resident: fc.boolean(),
  pays_opv: fc.boolean(),
  pays_vosms: fc.boolean(),
  pays_so: fc.boolean(),
  disability: fc.constantFrom('1_2', '3', null),
});
const sum = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000_000n }),
  fc.bigInt({ min: 1n, max: 100_000_000n }),
  fc.bigInt({ min: 1n, max: 3_000_000_000n }),
);
const year = fc.record({
  year: fc.constantFrom(2025, 2026),
  who: person,
  paid: fc.array(
    fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }), sum }),
    { minLength: 1, maxLength: 14 },
  ),
});
const two = (number: number) => String(number).padStart(2, '0');

test('two programs, written apart, withhold the same of 2,000 people in a year', async () => {
  const place = await makeTestDatabase();
  const db = openDatabase({ url: place.url, log: makeLog('silent'), max: 1 });
  const product = await listFigures(db);
  await db.destroy();
  const client = new Client(place.url);
  await client.connect();
  const { rows } = await client.query<FigureRow>(
    'select figure, valid_from::text, valid_until::text, value::text from tax_figures',
  );
  await client.end();
  await place.drop();
  fc.assert(
    fc.property(year, ({ year: of, who, paid }) => {
      const payments: Payment[] = paid.map((one) => ({
        ...who,
        person: 'A',
        day: `${of}-${two(one.month)}-${two(one.day)}`,
        gross_tenge: formatMoney(one.sum),
      }));
      const months = [...new Set(paid.map(({ month }) => month))].sort((one, other) => one - other);
      const quick = reckonYear(
        months.map((month) => ({
          gross_tiyn: paid.reduce((all, one) => all + (one.month === month ? one.sum : 0n), 0n),
          person: {
            base_deduction: who.has_application,
            nonresident: !who.is_resident,
            no_opv: !who.pays_opv,
            no_vosms: !who.pays_vosms,
            no_so: !who.pays_so,
            disability: who.disability,
          },
          figures: figuresOf(product, `${of}-${two(month)}-28`),
        })),
      );
      const expected = quick.map(({ month }, at) => [
        `A ${of}-${two(months[at]!)}`,
        {
          opv: formatMoney(month.opv_tiyn),
          vosms: formatMoney(month.vosms_tiyn),
          so: formatMoney(month.so_tiyn),
          deduction: formatMoney(month.deduction_tiyn),
          social: formatMoney(month.social_deduction_tiyn),
          ipn: formatMoney(month.ipn_tiyn),
          net: formatMoney(month.net_tiyn),
        },
      ]);
      expect(Object.fromEntries(withholdSlowly(payments, rows))).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2_000 },
  );
});
