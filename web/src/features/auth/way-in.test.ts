import { describe, expect, it } from 'vitest';
import { wayIn } from './way-in.ts';

const origin = 'https://kelisim.example';

describe('wayIn', () => {
  it.each(['/lk/business/acts?status_id=2&status_id=4', '/lk/executor/acts/17', '/lk/jobs#run-3'])(
    'goes back to %s',
    (next) => {
      expect(wayIn(next, origin)).toBe(next);
    },
  );

  it.each([
    undefined,
    '',
    'lk/business',
    'https://evil.example/lk',
    'https:evil.example',
    '//evil.example/lk',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/auth/login?next=/lk',
    '/lk/../auth/login',
  ])('goes home instead of to %s', (next) => {
    expect(wayIn(next, origin)).toBe('/');
  });
});
