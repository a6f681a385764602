import { expect, test } from 'vitest';
import { findHashKeys, withoutHashKey } from './hash-key.ts';

const [a, b, c] = ['a1', 'b2', 'c3'].map((two) => two.repeat(32)) as [string, string, string];
const at = (rest: string) => `https://kelisim.example/auth/sign-up/executor${rest}`;

test('a kept key is tried before one of the address, and one of the address before none', () => {
  expect(findHashKeys(a, at(`?hash_key=${b}`))).toEqual([a, b]);
  expect(findHashKeys(null, at(`/${b}?x=${c}`))).toEqual([b, c]);
  expect(findHashKeys(null, at(`?from=sms&k=${c}`))).toEqual([c]);
  expect(findHashKeys(null, at(`#${c}`))).toEqual([c]);
  expect(findHashKeys(a, at(`?k=${a}`))).toEqual([a]);
  expect(findHashKeys(null, at('?hash=abc'))).toEqual([]);
});

test('what only looks like a key is none', () => {
  for (const wrong of [a.toUpperCase(), a.slice(1), `${a}0`, `${a} `, '', 'null'])
    expect(findHashKeys(wrong, at(''))).toEqual([]);
  expect(findHashKeys(null, at(`?k=${a}0`))).toEqual([]);
  expect(findHashKeys(null, at(`?k=x${a}`))).toEqual([a]);
  expect(findHashKeys(null, at('?broken=%E0%A4%A'))).toEqual([]);
});

test('the key leaves the address and nothing else does', () => {
  expect(withoutHashKey(at(`?hash_key=${a}&lang=kz`))).toBe('/auth/sign-up/executor?lang=kz');
  expect(withoutHashKey(at(`/${a}`))).toBe('/auth/sign-up/executor');
  expect(withoutHashKey(at(`#${a}`))).toBe('/auth/sign-up/executor');
  expect(withoutHashKey(at(`?hash=xDw3-_q`))).toBeNull();
});
