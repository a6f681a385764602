import { expect, test } from 'vitest';
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { whatIsAway } from './away.ts';

test.each([
  ['database', Object.assign(new Error('too many connections'), { code: '53300' })],
  ['files', new StoreAway('not now')],
  // The disk of half-taken uploads.
  ['files', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  [null, Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  [null, null],
])('%s is what is away', (what, error) => {
  expect(whatIsAway(error)).toBe(what);
});
