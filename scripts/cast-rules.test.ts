import { expect, it } from 'vitest';
import { findCasts } from './cast-rules.ts';

const source = `
const a = one as never;
const b = two as unknown as Two;
const c = three as any;
const d = four as Four;
const e = five!;
const f = six!; // It was added a line before.
// The list is never empty.
const g = seven[0]!;
const h = eight!;
`;

it('finds casts that the compiler cannot follow, and each `!` that gives no reason', () => {
  expect(findCasts('web/src/x.ts', source)).toEqual([
    { kind: 'cast', where: 'web/src/x.ts:2' },
    { kind: 'cast', where: 'web/src/x.ts:3' },
    { kind: 'cast', where: 'web/src/x.ts:4' },
    { kind: '! without a reason', where: 'web/src/x.ts:6' },
    { kind: '! without a reason', where: 'web/src/x.ts:10' },
  ]);
});

it('counts the casts of tests apart, and lets a test use `!`', () => {
  expect(findCasts('web/src/x.test.ts', source).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'casts of tests'),
  );
});
