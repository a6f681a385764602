import { DDC_REASON_CODES } from '@kelisim/eds/ddc/verify.ts';
import { REASON_CODES, REMARK_CODES } from '@kelisim/eds/reasons.ts';
import kz from '@kelisim/shared/texts/kz/verification.ts';
import ru from '@kelisim/shared/texts/ru/verification.ts';
import { expect, it } from 'vitest';
import { overWord, revocationOf, rightsToSay, timestampOf } from './verdict-words.ts';

/** Reasons that the signature package does not know. */
const OF_THE_SERVER = [
  'pdf_encrypted',
  'pdf_signature_unread',
  'not_a_certificate',
  'one_signer',
  'too_large',
  'other',
];

it.each([
  ['ru', ru],
  ['kz', kz],
])('has a sentence for every reason of the signature package in %s', (_locale, texts) => {
  const reasons: Record<string, string> = texts.reason;
  const codes = [...REASON_CODES, ...DDC_REASON_CODES];
  expect(codes.filter((code) => !reasons[code])).toEqual([]);
  expect(
    Object.keys(reasons).filter((code) => ![...codes, ...OF_THE_SERVER].includes(code as never)),
  ).toEqual([]);
  expect(Object.keys(texts.remark)).toEqual(REMARK_CODES);
  // Plain words: no code, no English but the names of things.
  const odd = Object.values(reasons).filter((text) => /[a-z]_[a-z]|[a-z]{5,}/.test(text));
  expect(odd).toEqual([]);
});

it.each([
  ['ru', ru],
  ['kz', kz],
])('says the digest that the algorithm signs, and no other, in %s', (_locale, texts) => {
  expect(texts.verdict[overWord('gost512')]).toMatch(/^(?!.*SHA-256).*Streebog-512/);
  expect(texts.verdict[overWord('rsa')]).toMatch(/^(?!.*Streebog).*SHA-256/);
});

it('names the person closer than the organisation', () => {
  expect(rightsToSay(['organisation', 'head'])).toEqual(['head']);
  expect(rightsToSay(['organisation'])).toEqual(['organisation']);
  expect(rightsToSay([])).toEqual([]);
});

const verdict = (part: object) => ({ revocation: 'not_checked', timestamp: 'absent', ...part }) as never;

it('lets the kept proof speak, and never hides a revocation', () => {
  expect(revocationOf(verdict({}))).toBe('not_checked');
  expect(revocationOf(verdict({}), { revocation: 'good' } as never)).toBe('good');
  expect(revocationOf(verdict({ revocation: 'revoked' }), { revocation: 'good' } as never)).toBe('revoked');
  expect(timestampOf(verdict({}), { timestamp: 'good' } as never)).toBe('good');
  expect(timestampOf(verdict({ timestamp: 'not_checked' }), { timestamp: 'absent' } as never)).toBe(
    'not_checked',
  );
});
