import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask.ts';

test('a phone shows its network and its last two digits', () => {
  expect(maskPhone('+77011234567')).toBe('+7\u00a0701\u00a0•••\u00a0••\u00a067');
});

test.each([
  ['aliya@example.kz', 'a•••@example.kz'],
  ['b@c.kz', 'b•••@c.kz'],
  ['"a@b"@c.kz', '"•••@c.kz'],
])('of %s stays %s', (email, masked) => expect(maskEmail(email)).toBe(masked));
