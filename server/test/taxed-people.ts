import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { Handle } from '../src/platform/db/database.ts';
import { withholdSlowly, type FigureRow, type Payment } from './slow-withholding.ts';

type Law = Omit<Payment, 'day' | 'person' | 'gross_tenge' | 'has_application'>;

/** Somebody who is paid, and what the law says of them by another hand than the product's. */
export interface TaxedPerson {
  /** As `taxes.set_standing` takes it. */
  told: Record<string, string | boolean>;
  /** Has applied to this customer for the base deduction. */
  has_application: boolean;
  /** Null: gets the gross sum. */
  law: Law | null;
  /** Of the year before Kelisim, in tenge. */
  earlier?: { taxed: string; deduction: string };
  /** Gross sums of the acts in tenge, with two decimals. */
  acts: string[];
  /** So many of the last acts are above the limit of the self-employed, and are not paid. */
  refused: number;
}

export const TAX_PARTS = ['opv', 'vosms', 'so', 'ipn'] as const;
export type TaxSums = Record<'gross' | (typeof TAX_PARTS)[number] | 'net', bigint>;
const NO_SUMS: TaxSums = { gross: 0n, opv: 0n, vosms: 0n, so: 0n, ipn: 0n, net: 0n };

export const CITIZEN: Law = {
  is_resident: true,
  pays_opv: true,
  pays_vosms: true,
  pays_so: true,
  disability: null,
};
export const NO_FUNDS = { pays_opv: false, pays_vosms: false, pays_so: false };

/** The table of persons in the facts on taxes, 1.9, row by row; where an adviser decides it is the cautious reading. */
function individualsOn(day: string) {
  const kinds: Record<string, readonly [told: TaxedPerson['told'], law: Partial<Law>]> = {
    citizen: [{}, {}],
    pensioner: [{ pension: 'age' }, NO_FUNDS],
    pensioner_of_service: [{ pension: 'service' }, { pays_opv: false, pays_vosms: false }],
    disabled_for_ever: [
      { disability: '1_2_for_ever' },
      { pays_opv: false, pays_vosms: false, disability: '1_2' },
    ],
    disabled_and_asks: [
      { disability: '1_2_for_ever', asks_for_opv: true },
      { pays_vosms: false, disability: '1_2' },
    ],
    disabled_for_a_term: [
      { disability: '1_2', disability_until: addDays(day, 200) },
      { pays_vosms: false, disability: '1_2' },
    ],
    disabled_before: [{ disability: '1_2', disability_until: addDays(day, -70) }, {}],
    disabled_of_third_group: [{ disability: '3' }, { pays_vosms: false, disability: '3' }],
    student: [{ is_student: true }, { pays_vosms: false }],
    mother_of_many: [{ has_many_children: true }, { pays_vosms: false }],
    citizen_abroad: [{ is_tax_resident: false }, { is_resident: false }],
    eaeu_resident: [{ citizenship: 'eaeu' }, {}],
    eaeu_nonresident: [{ citizenship: 'eaeu', is_tax_resident: false }, { is_resident: false }],
    foreigner_with_permit: [{ citizenship: 'other', has_residence_permit: true }, {}],
    foreigner_with_permit_abroad: [
      { citizenship: 'other', has_residence_permit: true, is_tax_resident: false },
      { is_resident: false },
    ],
    foreigner_resident: [{ citizenship: 'other' }, NO_FUNDS],
    foreigner_nonresident: [
      { citizenship: 'other', is_tax_resident: false },
      { ...NO_FUNDS, is_resident: false },
    ],
  };
  return (kind: string, has_application: boolean, ...acts: string[]): TaxedPerson => {
    const [told, law] = kinds[kind]!;
    return {
      told: { standing: 'individual', ...told },
      has_application,
      law: { ...CITIZEN, ...law },
      acts,
      refused: 0,
    };
  };
}

const gross = (told: TaxedPerson['told'], acts: string[], refused = 0): TaxedPerson => ({
  told,
  has_application: false,
  law: null,
  acts,
  refused,
});

/** What a self-employed person may have in a month, less these tenge. */
function belowLimit(rows: readonly FigureRow[], day: string, tenge: number): string {
  const of = (figure: string) =>
    Number(
      rows.find((row) => row.figure === figure && row.valid_from <= day && day <= row.valid_until)!.value,
    );
  return `${of('self_employed_limit_mrp') * of('mrp') - tenge}.00`;
}

/** Eight of the most different kinds, with twelve acts. */
export function eightPeople(rows: readonly FigureRow[], day: string): TaxedPerson[] {
  const individual = individualsOn(day);
  return [
    individual('citizen', true, '300000.00', '212345.67'),
    // Above the caps of all three contributions; by what they had before, some of it is taxed at the higher rate.
    { ...individual('citizen', false, '5000000.00'), earlier: { taxed: '36000000.00', deduction: '0.00' } },
    individual('pensioner', true, '180000.00'),
    individual('disabled_for_a_term', false, '400000.00', '90000.50'),
    individual('student', false, '150000.00'),
    individual('foreigner_nonresident', false, '600000.00'),
    gross({ standing: 'self_employed' }, [belowLimit(rows, day, 400_000), '400000.00']),
    gross({ standing: 'ip', tax_regime: 'simplified' }, ['700000.00', '50000.00']),
  ];
}

/** Every row of the table with and without the deduction, and those who get the gross sum: sixty acts of forty people. */
export function fortyPeople(rows: readonly FigureRow[], day: string): TaxedPerson[] {
  const individual = individualsOn(day);
  const kinds = [
    'pensioner',
    'pensioner_of_service',
    'disabled_for_ever',
    'disabled_and_asks',
    'disabled_for_a_term',
    'disabled_before',
    'disabled_of_third_group',
    'student',
    'mother_of_many',
    'citizen_abroad',
    'eaeu_resident',
    'eaeu_nonresident',
    'foreigner_with_permit',
    'foreigner_with_permit_abroad',
    'foreigner_resident',
    'foreigner_nonresident',
  ];
  return [
    // The tax of what is above the bound of the year is higher.
    individual('citizen', false, '45000000.00', '1234567.89'),
    // So is what the year had before, of which little of the deduction is left.
    {
      ...individual('citizen', true, '4249999.99', '750000.01'),
      earlier: { taxed: '36762500.00', deduction: '1500000.00' },
    },
    ...kinds.flatMap((kind, at) => {
      const sum = (nth: number) => `${95_000 + at * 41_239 + nth * 118_003}.${10 + ((at * 7 + nth) % 90)}`;
      // Of every fourth kind the sums are above the caps, or above the deduction of disability.
      const large = at % 4 === 2 ? '24' : '';
      const second = at < 14 ? [sum(2)] : [];
      return [
        individual(kind, true, large + sum(0), ...second),
        individual(kind, false, sum(1), ...(at === 0 ? [sum(3)] : [])),
      ];
    }),
    gross({ standing: 'self_employed', activity: '53200' }, ['333333.33']),
    gross({ standing: 'self_employed' }, [belowLimit(rows, day, 400_000), '400000.00']),
    gross({ standing: 'self_employed' }, [belowLimit(rows, day, -1)], 1),
    gross({ standing: 'ip', tax_regime: 'general' }, ['700000.00']),
    gross({ standing: 'ip', tax_regime: 'simplified' }, ['50000.00', '65000.00']),
    gross({ standing: 'too', tax_regime: 'general' }, ['2500000.00', '80000.00']),
  ];
}

/** `1234.50` in tiyn. */
export const tiyn = (decimal: string) => BigInt(decimal.replace('.', ''));

/** As the slow program reads them. */
export async function readFigures(db: Handle): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select figure, valid_from::text, valid_until::text, value::text from tax_figures`.execute(db);
  return rows;
}

/** What the acts of a person that can be paid come to in one month, by the slow program. */
export function reckonSlowly(
  { law, has_application, acts, refused, earlier }: TaxedPerson,
  rows: readonly FigureRow[],
  day: string,
): TaxSums {
  const paid = acts.slice(0, acts.length - refused);
  const whole = paid.reduce((sum, act) => sum + tiyn(act), 0n);
  if (!law) return { ...NO_SUMS, gross: whole, net: whole };
  const payments = paid.map((gross_tenge) => ({ ...law, has_application, gross_tenge, day, person: 'A' }));
  const told = { taxed: '0.00', deduction: '0.00', social: '0.00', ...earlier };
  const year = { carry: 'none', applied_from: null, told } as const;
  const month = withholdSlowly(payments, rows, year).get(`A ${day.slice(0, 7)}`)!;
  return {
    gross: whole,
    opv: tiyn(month.opv),
    vosms: tiyn(month.vosms),
    so: tiyn(month.so),
    ipn: tiyn(month.ipn),
    net: tiyn(month.net),
  };
}

export const addSums = (all: readonly TaxSums[]): TaxSums =>
  all.reduce(
    (sum, one) => ({
      gross: sum.gross + one.gross,
      opv: sum.opv + one.opv,
      vosms: sum.vosms + one.vosms,
      so: sum.so + one.so,
      ipn: sum.ipn + one.ipn,
      net: sum.net + one.net,
    }),
    NO_SUMS,
  );
