import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../calls.ts';
import type { Call } from './call.ts';
import { faultOf } from './limits.ts';
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
