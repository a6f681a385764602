import { describe, expect, it } from 'vitest';
import { contrastRatio, dark, light, pairs } from './tokens.ts';

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('contrast, %s', (_scheme, palette) => {
  it.each(pairs)('%s on %s is at least %d', (ink, paper, atLeast) => {
    expect(contrastRatio(palette[ink], palette[paper])).toBeGreaterThanOrEqual(atLeast);
  });
});

it('measures as WCAG does', () => {
  expect(contrastRatio('#000000', '#FFFFFF')).toBe(21);
  expect(contrastRatio('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
});
