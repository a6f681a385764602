import { expect, it } from 'vitest';
import { screens } from './screens.ts';

const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** A written address as far as its parts are plain words or one plain `${value}`. */
const addresses = /['"`](\/(?:lk|auth|admin|sign|verify|sandbox)(?:\/(?:[\w-]+|\$\{\w+\}))*)/g;

const varies = (part: string) => part.startsWith('$');

function leadsSomewhere(address: string): boolean {
  const parts = address.split('/');
  return screens.some((screen) => {
    const wanted = screen.path.split('/');
    return parts.every(
      (part, at) => varies(part) || (wanted[at] !== undefined && (varies(wanted[at]) || wanted[at] === part)),
    );
  });
}

it('finds a screen behind every link that a feature writes', () => {
  const written = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(addresses)].map((found) => ({ file, address: found[1]! })),
  );
  expect(written.length).toBeGreaterThan(5);
  expect(written.filter(({ address }) => !leadsSomewhere(address))).toEqual([]);
});

it('knows a link that leads nowhere', () => {
  expect(leadsSomewhere('/lk/business/nowhere')).toBe(false);
});
