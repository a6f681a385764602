import { fill } from '../shared/src/kernel/fill.ts';

/** A text about many; Kazakh has one form for every number. */
export function many(texts: object, key: string, count: number): string {
  const known = texts as Record<string, string>;
  const form = new Intl.PluralRules('ru').select(count);
  const text = known[`${key}__${form}`] ?? known[`${key}__other`];
  if (!text) throw new Error(`there is no text «${key}»`);
  return fill(text, { count, shown: count });
}
