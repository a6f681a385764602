import type { MantineColorSchemeManager } from '@mantine/core';
import { readCookie, writeCookie } from './cookies.ts';

const year_s = 365 * 24 * 3600;

/** The choice of light or dark in the cookie `color_scheme`, where `public/first-paint.js` reads it before the first paint. */
export const colorSchemes: MantineColorSchemeManager = {
  get: (otherwise) => {
    const kept = readCookie('color_scheme');
    return kept === 'light' || kept === 'dark' ? kept : otherwise;
  },
  set: (scheme) => writeCookie('color_scheme', scheme, year_s),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writeCookie('color_scheme', '', 0),
};
