import { expect, test } from 'vitest';
import { repeatKey } from './repeat-key.ts';

test('the same again goes under the same key, anything else under another, and each form has its own', () => {
  const keyOf = repeatKey();
  const first = keyOf({ title: 'Акт', services: [{ rate: '1.00' }] });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ title: 'Акт', services: [{ rate: '1.00' }] })).toBe(first);
  const changed = keyOf({ title: 'Акт', services: [{ rate: '2.00' }] });
  expect(changed).not.toBe(first);
  expect(keyOf({ title: 'Акт', services: [{ rate: '1.00' }] })).not.toBe(first);
  expect(repeatKey()({ title: 'Акт', services: [{ rate: '2.00' }] })).not.toBe(changed);
});
