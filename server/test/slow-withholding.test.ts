import { DEDUCTION_CARRIES } from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { reckonSelfEmployed } from '@kelisim/shared/features/taxes/reckon-self-employed.ts';
import { reckonYear } from '@kelisim/shared/features/taxes/reckon-year.ts';
import { withheldAs } from '@kelisim/shared/features/taxes/standing.ts';
import { PLATFORM_ROLES } from '@kelisim/shared/features/taxes/tax-decisions.ts';
import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listFigures } from '../src/features/taxes/public.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeTestDatabase } from './database.ts';
import { withholdSingleSlowly, withholdSlowly, type Payment } from './slow-withholding.ts';
import { readFigures } from './taxed-people.ts';

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
/** More than a year has, too. */
const told = fc.record({
  taxed: fc.bigInt({ min: 0n, max: 5_000_000_000n }),
  deduction: fc.bigInt({ min: 0n, max: 170_000_000n }),
  social: fc.bigInt({ min: 0n, max: 400_000_000n }),
});
const year = fc.record({
  year: fc.constantFrom(2025, 2026),
  who: person,
  paid: fc.array(
    fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }), sum }),
    { minLength: 1, maxLength: 14 },
  ),
  carry: fc.constantFrom(...DEDUCTION_CARRIES),
  /** The application holds from this month on. */
  applied: fc.integer({ min: 1, max: 12 }),
  told: fc.option(told, { nil: { taxed: 0n, deduction: 0n, social: 0n } }),
});
const two = (number: number) => String(number).padStart(2, '0');

const place = await makeTestDatabase();
const db = openDatabase({ url: place.url, log: makeLog('silent'), max: 1 });
const product = await listFigures(db);
const rows = await readFigures(db);
await db.destroy();
await place.drop();

test('two programs, written apart, withhold the same of 2,000 people in a year', () => {
  fc.assert(
    fc.property(year, ({ year: of, who, paid, carry, applied, told: before }) => {
      const isApplied = (month: number) => who.has_application && month >= applied;
      const payments: Payment[] = paid.map((one) => ({
        ...who,
        has_application: isApplied(one.month),
        person: 'A',
        day: `${of}-${two(one.month)}-${two(one.day)}`,
        gross_tenge: formatMoney(one.sum),
      }));
      const slow = withholdSlowly(payments, rows, {
        carry,
        applied_from: who.has_application ? `${of}-${two(applied)}` : null,
        told: {
          taxed: formatMoney(before.taxed),
          deduction: formatMoney(before.deduction),
          social: formatMoney(before.social),
        },
      });
      // A month without income leaves its deduction to later ones.
      const months = Array.from({ length: Math.max(...paid.map(({ month }) => month)) }, (_, at) => at + 1);
      const quick = reckonYear(
        months.map((month) => ({
          gross_tiyn: paid.reduce((all, one) => all + (one.month === month ? one.sum : 0n), 0n),
          person: {
            base_deduction: isApplied(month),
            nonresident: !who.is_resident,
            no_opv: !who.pays_opv,
            no_vosms: !who.pays_vosms,
            no_so: !who.pays_so,
            disability: who.disability,
          },
          figures: figuresOf(product, `${of}-${two(month)}-28`),
        })),
        {
          taxed_tiyn: before.taxed,
          deduction_tiyn: before.deduction,
          social_deduction_tiyn: before.social,
        },
        carry,
      );
      const expected = quick.flatMap(({ month }, at) =>
        paid.some((one) => one.month === months[at])
          ? [
              [
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
              ],
            ]
          : [],
      );
      expect(Object.fromEntries(slow)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2_000 },
  );
});

test('and of the self-employed under each of the three platform roles', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PLATFORM_ROLES),
      fc.boolean(),
      fc.bigInt({ min: 1n, max: 129_750_000n }),
      (role, is_exempt, gross) => {
        const slow = withholdSingleSlowly(formatMoney(gross), '2026-11', rows, {
          has_operator: role !== 'none',
          is_exempt,
        });
        const is_withheld = withheldAs('self_employed', role) !== null && !is_exempt;
        const month = reckonSelfEmployed(gross, !is_withheld, figuresOf(product, '2026-11-28'));
        expect(slow).toEqual({
          opv: formatMoney(month.opv_tiyn),
          opvr: formatMoney(month.opvr_tiyn),
          so: formatMoney(month.so_tiyn),
          vosms: formatMoney(month.vosms_tiyn),
          total: formatMoney(month.total_tiyn),
          net: formatMoney(month.net_tiyn),
        });
      },
    ),
    { numRuns: 2_000 },
  );
});
