import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** Texts of one feature in one language: sentences by key, in groups. */
export type TextTree = { readonly [key: string]: string | TextTree };
export type Values = Record<string, string | number>;

/**
 * The text under `a.b`, with `{{name}}` filled in. A plural is asked for by its stem and chosen by `count`
 * (`acts` → `acts__few`). Null when there is no such text.
 */
export function translate(tree: TextTree, locale: Locale, key: string, values: Values): string | null {
  const text =
    find(tree, key) ??
    (typeof values['count'] === 'number' ? plural(tree, locale, key, values['count']) : null);
  if (text === null) return null;
  return fill(text, values);
}

function plural(tree: TextTree, locale: Locale, key: string, count: number): string | null {
  return find(tree, `${key}__${pluralForm(locale, count)}`) ?? find(tree, `${key}__other`);
}

/** A key may itself hold dots (`act.wrong_state` of the problems), so the longest name is tried first. */
function find(tree: TextTree, key: string): string | null {
  const whole = Object.hasOwn(tree, key) ? tree[key] : undefined;
  if (typeof whole === 'string') return whole;
  for (let at = key.indexOf('.'); at > 0; at = key.indexOf('.', at + 1)) {
    const group = Object.hasOwn(tree, key.slice(0, at)) ? tree[key.slice(0, at)] : undefined;
    const text = typeof group === 'object' ? find(group, key.slice(at + 1)) : null;
    if (text !== null) return text;
  }
  return null;
}

/** Cardinal plural of CLDR. Kazakh texts have a single form, whatever the number. */
export function pluralForm(locale: Locale, count: number): 'one' | 'few' | 'many' | 'other' {
  if (locale === 'kz' || !Number.isInteger(count)) return 'other';
  const [tens, ones] = [Math.abs(count) % 100, Math.abs(count) % 10];
  if (ones === 1 && tens !== 11) return 'one';
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many';
}
