import type { Locale } from './words.ts';

/** E2E_LANGUAGES=whole, which `npm run prove languages` sets, goes each journey in both languages. */
export const isWhole = process.env.E2E_LANGUAGES === 'whole';

/** Of what is gone in `npm test`, where each journey is gone in one language. */
export const languages = (usual: Locale): readonly Locale[] => (isWhole ? ['ru', 'kz'] : [usual]);

/** A company and who works for it: two browsers, each in its own language. */
export const pairs: readonly (readonly [company: Locale, executor: Locale])[] = isWhole
  ? [
      ['ru', 'kz'],
      ['kz', 'ru'],
    ]
  : [['ru', 'kz']];
