import { expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

const screens = [
  '/',
  '/lk/business',
  '/lk/business/acts',
  '/lk/business/acts/$act_id',
  '/lk/business/acts/creating-act',
  '/sign/$token',
].map((path) => ({ path }));
const found = (path: string) => {
  const match = matchPath(screens, path);
  return match && [match.screen.path, match.params];
};

it.each([
  ['/', ['/', {}]],
  ['/lk/business', ['/lk/business', {}]],
  ['/lk/business/', ['/lk/business', {}]],
  ['/lk/business/acts/17', ['/lk/business/acts/$act_id', { act_id: '17' }]],
  ['/lk/business/acts/creating-act', ['/lk/business/acts/creating-act', {}]],
  ['/sign/a%2Fb', ['/sign/$token', { token: 'a/b' }]],
])('%s', (path, match) => {
  expect(found(path)).toEqual(match);
});

it.each(['/lk', '/lk/business/nowhere', '/lk/business/acts/17/x', '/sign/', '/sign/%E0%A4', '/LK/business'])(
  '%s is nowhere',
  (path) => expect(found(path)).toBeNull(),
);

it('of two that fit alike takes the one that is named first', () => {
  const twins = [{ path: '/a/$one' }, { path: '/a/$other' }];
  expect(matchPath(twins, '/a/b')).toEqual({ screen: { path: '/a/$one' }, params: { one: 'b' } });
});
