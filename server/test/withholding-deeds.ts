import fc from 'fast-check';
import { CITIZEN, NO_FUNDS } from './taxed-people.ts';

/** What can be said of somebody. */
export const TOLD = {
  plain: { standing: 'individual' },
  student: { standing: 'individual', is_student: true },
  pensioner: { standing: 'individual', pension: 'age' },
  foreigner: { standing: 'individual', citizenship: 'other' },
  nonresident: { standing: 'individual', citizenship: 'other', is_tax_resident: false },
  self_employed: { standing: 'self_employed' },
} as const;
const WITHOUT_FUNDS = { ...CITIZEN, ...NO_FUNDS };
/** What the law makes of it (facts on taxes, 1.9); null: the gross sum is paid. */
export const LAWS = {
  plain: CITIZEN,
  student: { ...CITIZEN, pays_vosms: false },
  pensioner: WITHOUT_FUNDS,
  foreigner: WITHOUT_FUNDS,
  nonresident: { ...WITHOUT_FUNDS, is_resident: false },
  self_employed: null,
} as const;
export type Told = keyof typeof TOLD;

/** Of the month before last (0), the last one or this, early, in its middle or late; never after today. */
export interface Day {
  month: 0 | 1 | 2;
  at: 'early' | 'middle' | 'late';
}
/** Tiyn of each kind of line. */
export interface Lines {
  work: bigint;
  expense: bigint;
  deduction: bigint;
}
/** Thousandths of what there is. */
export type Share = number;

export type Deed =
  | {
      deed: 'pay';
      lines: Lines;
      settled: 'not' | 'stated' | 'shown' | 'in part';
      share: Share;
      day: Day;
      made: Day;
    }
  | { deed: 'pay again'; which: number }
  | { deed: 'settle'; which: number; share: Share; day: Day; is_stated: boolean }
  | { deed: 'show'; which: number; day: Day }
  | { deed: 'give up'; which: number }
  | { deed: 'return'; which: number; of: 'what there is' | 'its first part'; share: Share; day: Day }
  | { deed: 'take back'; which: number }
  | { deed: 'refund'; which: number; share: Share; as: 'drafted' | 'work' | 'expense' }
  | { deed: 'advance'; tiyn: bigint; day: Day }
  | { deed: 'tell'; told: Told; day: Day }
  | { deed: 'close'; month: 0 | 1 }
  | { deed: 'open'; month: 0 | null };

const which = fc.nat({ max: 5 });
const share = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 }));
const day: fc.Arbitrary<Day> = fc.record({
  month: fc.constantFrom(0, 1, 1, 2),
  at: fc.constantFrom('early', 'middle', 'late'),
});
const sum = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt(1_000_00n, 600_000_00n) },
  { weight: 1, arbitrary: fc.bigInt(1n, 3_000_00n) },
  // Above the caps of the contributions, and the bound of the higher rate.
  { weight: 1, arbitrary: fc.bigInt(1_000_000_00n, 60_000_000_00n) },
);
const lines: fc.Arbitrary<Lines> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ work: sum, expense: fc.constant(0n), deduction: fc.constant(0n) }) },
  { weight: 1, arbitrary: fc.record({ work: sum, expense: sum, deduction: fc.constant(0n) }) },
  // What work does not suffice for lessens the refund.
  {
    weight: 1,
    arbitrary: fc
      .tuple(sum, fc.oneof(sum, fc.constant(0n)), fc.integer({ min: 1, max: 999 }))
      .map(([work, expense, of]) => ({ work, expense, deduction: ((work + expense) * BigInt(of)) / 1000n })),
  },
);
const is = <T extends Deed['deed']>(deed: T) => fc.constant(deed);
const pay: fc.Arbitrary<Deed> = fc.record({
  deed: is('pay'),
  lines,
  settled: fc.constantFrom('not', 'stated', 'stated', 'shown', 'in part'),
  share,
  day,
  made: fc.oneof(fc.constant({ month: 2, at: 'late' } as const), day),
});
const told = fc.constantFrom('plain', 'student', 'pensioner', 'foreigner', 'nonresident', 'self_employed');
const settle = fc.record({ deed: is('settle'), which, share, day, is_stated: fc.boolean() });
const back = fc.record({
  deed: is('return'),
  which,
  of: fc.constantFrom('what there is', 'its first part'),
  share,
  day: fc.oneof(day, fc.constant({ month: 2, at: 'late' } as const)),
});
const undo = fc.record({ deed: is('take back'), which });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: pay },
  { weight: 1, arbitrary: fc.record({ deed: is('pay again'), which }) },
  { weight: 3, arbitrary: settle },
  { weight: 1, arbitrary: fc.record({ deed: is('show'), which, day }) },
  { weight: 1, arbitrary: fc.record({ deed: is('give up'), which }) },
  { weight: 5, arbitrary: fc.oneof(back, undo) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: is('refund'),
      which,
      share,
      as: fc.constantFrom('drafted', 'drafted', 'work', 'expense'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: is('advance'), tiyn: sum, day }) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: is('tell'),
      told,
      day,
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: is('close'), month: fc.constantFrom(0, 1, 1) }) },
  { weight: 1, arbitrary: fc.record({ deed: is('open'), month: fc.constantFrom(0, null) }) },
);

const deeds = fc.array(deed, { minLength: 8, maxLength: 13, size: 'max' });
/** One act alone, whose money goes to and fro in parts. */
const toAndFro = fc.array(
  fc.oneof(
    settle,
    settle,
    back,
    undo,
    fc.record({ deed: is('show'), which, day }),
    fc.record({ deed: is('pay again'), which }),
  ),
  { minLength: 8, maxLength: 13, size: 'max' },
);
/** Somebody who is another from a day on, and whose money of before comes back. */
const changed = fc
  .tuple(pay, fc.record({ deed: is('tell'), told, day }), pay, back, deeds)
  .map(([first, tells, second, returns, more]) => [first, tells, second, returns, ...more.slice(0, 8)]);
export const history: fc.Arbitrary<Deed[]> = fc.oneof(
  fc.tuple(pay, deeds).map(([first, more]) => [first, ...more]),
  fc.tuple(pay, deeds).map(([first, more]) => [first, ...more]),
  fc.tuple(pay, toAndFro).map(([first, more]) => [first, ...more]),
  changed,
);
