import { expect, test } from 'vitest';
import {
  cautiousOf,
  choicesOf,
  COMPANY_QUESTIONS,
  TAX_CHOICES,
  TAX_DECISIONS,
  TAX_QUESTIONS,
  wordOf,
} from './tax-decisions.ts';

test('every question has its choices, the cautious one first, and only two change what is reckoned', () => {
  for (const question of TAX_QUESTIONS) {
    const choices = choicesOf(question);
    expect(choices.length, question).toBeGreaterThan(1);
    expect(new Set(choices).size, question).toBe(choices.length);
    expect(['none', 'cautious'], question).toContain(cautiousOf(question));
    expect(cautiousOf(question)).toBe(choices[0]);
    for (const choice of choices) expect(TAX_CHOICES, question).toContain(choice);
  }
  const reckoned = TAX_QUESTIONS.filter((question) => !TAX_DECISIONS[question].is_note_only);
  expect(reckoned).toEqual([...COMPANY_QUESTIONS]);
  expect(TAX_QUESTIONS[0]).toBe('platform_role');
  expect(COMPANY_QUESTIONS.map((question) => TAX_DECISIONS[question].decided_by)).toEqual([
    'lawyer',
    'adviser',
  ]);
});

test('a choice has a word of its question; what somebody has put into words has none', () => {
  expect(wordOf('platform_role', 'none')).toBe('platform_role.none');
  expect(wordOf('rounding', 'cautious')).toBe('rounding.cautious');
  expect(wordOf('rounding', 'other')).toBeNull();
});
