import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../calls.ts';
import type { Call } from './call.ts';
import { faultOf, isSum } from './limits.ts';
import { formatMoney, MAX_AMOUNT_TIYN } from './money.ts';
import { limitsOf } from './limits-of.ts';

const bodies = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.body);

/** The schema of a field by its path in the limits, as it stands in its object. */
function fieldAt(schema: z.ZodType, path: string): z.ZodType {
  return path.split('.').reduce((at, name) => {
    const own = bare(at);
    if (own instanceof z.ZodArray) return own.element as z.ZodType;
    return (own as z.ZodObject).shape[name] as z.ZodType;
  }, schema);
}

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType);
  return schema;
}

const typed = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '2026-02-28',
    '2026-02-30',
    '28.02.2026',
    '1.5',
    '0',
    '0.00',
    '-3.20',
    '1.234',
    '99999999999999999',
    '180340099996',
    '180340099997',
    'KZ869470398000000000',
    'KZ00',
    '+77011234567',
    '8 701 123 45 67',
    'a@b.kz',
    'a@b',
    '841',
    '84',
    '000000',
    ' ',
    '  x  ',
  ),
);

it('says of every field of every call what its schema says', () => {
  let compared = 0;
  for (const [name, call] of bodies) {
    for (const [path, limit] of Object.entries(limitsOf({ body: call.body! }))) {
      const schema = fieldAt(call.body!, path);
      const compare = (value: unknown) => {
        const parsed = schema.safeParse(value);
        const fault = faultOf(value, limit);
        const told = `${name} ${path} ${JSON.stringify(value)?.slice(0, 60)} ${JSON.stringify(limit)}`;
        // A form never refuses what the server takes.
        if (fault !== null) expect(parsed.success, `${told}: refused as ${fault}`).toBe(false);
        // And what it lets through the server does not refuse for a reason that the form should have known.
        const problem = parsed.error?.issues[0]?.message ?? '';
        if (['field.required', 'field.too_long', limit.kind, limit.few, limit.many].includes(problem))
          expect(fault, `${told}: taken, but ${problem}`).not.toBeNull();
        compared++;
      };
      const own = bare(schema);
      if (own instanceof z.ZodArray) {
        compare([]);
        continue;
      }
      if (!limit.required && schema.safeParse(undefined).success) expect(faultOf('', limit)).toBeNull();
      if (limit.required) compare('');
      if (limit.max) for (const length of [limit.max, limit.max + 1]) compare('x'.repeat(length));
      if (own instanceof z.ZodString || limit.kind)
        fc.assert(
          fc.property(typed, (value) => {
            if (value.trim() !== '') compare(value);
          }),
          { numRuns: 40 },
        );
    }
  }
  expect(compared).toBeGreaterThan(5_000);
});

it('knows what stands in lists, what may be left out, and the words of a list', () => {
  const limits = limitsOf({
    body: z.object({
      title: z.string('field.text').min(1, 'field.required').max(20, 'field.too_long'),
      note: z.string('field.text').max(5).nullish(),
      lines: z
        .array(z.object({ rate: z.string('field.money') }), 'field.rows')
        .min(1, 'field.services')
        .max(2, 'field.services_many'),
    }),
    files: { scan: { required: true, max_bytes: 1, kinds: 'any' } },
  });
  expect(limits).toEqual({
    title: { required: true, min: 1, max: 20 },
    note: { max: 5 },
    lines: { min: 1, max: 2, few: 'field.services', many: 'field.services_many' },
    'lines.*.rate': { kind: 'field.money' },
    scan: { required: true },
  });
  expect(faultOf('  ', limits['title']!)).toBe('field.required');
  expect(faultOf('x'.repeat(21), limits['title']!)).toBe('field.too_long');
  expect(faultOf('', limits['note']!)).toBeNull();
  expect(faultOf([], limits['lines']!)).toBe('field.services');
  expect(faultOf([1, 2, 3], limits['lines']!)).toBe('field.services_many');
  expect(faultOf('0', limits['lines.*.rate']!)).toBe('field.money');
});

it('reads what a form cannot judge as required or not, and no more', () => {
  const of = (body: z.ZodObject) => limitsOf({ body });
  const words = (code: string) => z.string(code).regex(/^[a-z]+$/, code);
  expect(
    of(
      z.object({
        who: words('field.id'),
        kind: words('field.choice'),
        is: words('field.boolean'),
        note: z.boolean().optional(),
        at: words('field.moment'),
      }),
    ),
  ).toEqual({
    who: { required: true },
    kind: { required: true },
    is: { required: true },
    at: { required: true, kind: 'field.moment', pattern: '^[a-z]+$' },
  });
});

it('reads a choice by the text in it, and as required only where every choice is something', () => {
  const body = z.object({
    sum: z.union([z.int(), z.string('field.money').min(1, 'field.required')]),
    left: z.string('field.text').min(1, 'field.required').nullable(),
    party: z.union([z.null(), z.object({ bin: z.string('field.bin') })]),
    maybe: z.union([z.string('field.text').min(1, 'field.required'), z.literal('')]),
  });
  expect(limitsOf({ body })).toEqual({
    sum: { required: true, min: 1, kind: 'field.money' },
    left: { min: 1 },
    'party.bin': { kind: 'field.bin' },
    maybe: { min: 1 },
  });
});

it('says of a list only what it says itself', () => {
  const body = z.object({
    few: z.array(z.int(), 'field.ids').min(1, 'field.ids_empty'),
    many: z.array(z.int(), 'field.ids').max(9, 'field.ids_many'),
  });
  expect(limitsOf({ body })).toEqual({
    few: { min: 1, few: 'field.ids_empty' },
    many: { max: 9, many: 'field.ids_many' },
  });
});

it('takes what stands at a limit', () => {
  expect(faultOf([1, 2], { max: 2 })).toBeNull();
  expect(faultOf('ab', { max: 2 })).toBeNull();
  expect(faultOf('0.001', { kind: 'field.quantity' })).toBeNull();
  const most = formatMoney(MAX_AMOUNT_TIYN).replace(/\s/g, '').replace(',', '.');
  expect([isSum(most), isSum(`-${most}`, true), isSum(`-${most}`)]).toEqual([true, true, false]);
});

it.each([undefined, null, '', '  '])('%j is missing where something is asked for', (value) => {
  expect(faultOf(value, { required: true })).toBe('field.required');
  expect(faultOf(value, {})).toBeNull();
});
