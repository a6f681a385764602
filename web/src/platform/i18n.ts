import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { languageTag, toLocale } from '@kelisim/shared/kernel/locale.ts';
import type { TextKey } from '@kelisim/shared/texts/texts.ts';
import { use, useCallback, useSyncExternalStore } from 'react';
import { writeCookie } from './cookies.ts';
import type { AllTexts, Feature } from './texts.ts';
import { translate } from './translate.ts';
import type { TextTree, Values } from './translate.ts';

/**
 * Texts of screens: one file per feature and language in `shared/src/texts/<locale>/<feature>.ts`, loaded when a page that
 * needs it is opened. Written here and not taken from a library: a library weighs more than all the rest of this
 * folder and asks Intl, which has no Kazakh in Chromium. What no screen asks for by name has no line here: each
 * weighs on every page.
 */
const files = {
  ...import.meta.glob<{ default: TextTree }>([
    '../../../shared/src/texts/{ru,kz}/*.ts',
    '!../../../shared/src/texts/{ru,kz}/{app,ui,sandbox*,phone,exports,messages,problems,reference}.ts',
  ]),
  ...(import.meta.env.VITE_SANDBOX === 'off'
    ? {}
    : import.meta.glob<{ default: TextTree }>('../../../shared/src/texts/{ru,kz}/{sandbox*,phone}.ts')),
};
/** Both texts that every page needs. */
const words = { ru: () => import('./words-ru.ts'), kz: () => import('./words-kz.ts') };
const year_s = 365 * 24 * 3600;

let locale: Locale = 'ru';
const loaded = new Map<string, TextTree>();
const loading = new Map<string, Promise<void>>();
const wanted = new Set<Feature>(['ui', 'app']);
const listeners = new Set<() => void>();

export function currentLocale(): Locale {
  return locale;
}

/** Takes the language that `first-paint.js` has found, and loads what every page needs. */
export async function startI18n(): Promise<void> {
  locale = toLocale(document.documentElement.lang);
  await loadTexts(['ui', 'app']);
}

/** Loads the texts of features ahead of the page that shows them. */
export async function loadTexts(features: readonly Feature[]): Promise<void> {
  for (const feature of features) wanted.add(feature);
  await Promise.all(features.map((feature) => load(locale, feature)));
}

/** A file that is on its way, with the texts of what it shows. */
export async function withTexts<File>(file: Promise<File>, features: readonly Feature[]): Promise<File> {
  const [part] = await Promise.all([file, loadTexts(features)]);
  return part;
}

function load(of: Locale, feature: Feature): Promise<void> {
  const id = `${of}/${feature}`;
  let promise = loading.get(id);
  if (!promise) {
    promise = read(of, feature).then(
      (file) => {
        loaded.set(id, file.default);
        // What React marks a promise with that it has seen the end of: `use` of it never suspends.
        Object.assign(promise!, { status: 'fulfilled', value: undefined });
      },
      (reason: unknown) => {
        loading.delete(id);
        throw reason;
      },
    );
    loading.set(id, promise);
  }
  return promise;
}

async function read(of: Locale, feature: Feature): Promise<{ default: TextTree }> {
  if (feature === 'app' || feature === 'ui') return { default: (await words[of]())[feature] };
  const file = files[`../../../shared/src/texts/${of}/${feature}.ts`];
  if (!file) throw new Error(`No texts: ${of}/${feature}`);
  return await file();
}

/** Switches the language in place: nothing is remounted, so a half-filled form stays as it is. */
export async function switchLocale(to: Locale): Promise<void> {
  await Promise.all([...wanted].map((feature) => load(to, feature)));
  writeCookie('locale', to, year_s);
  if (to === locale) return;
  locale = to;
  document.documentElement.lang = languageTag(to).slice(0, 2);
  for (const listener of listeners) listener();
}

/** Calls the listener after each change of the language; returns how to stop that. */
export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, currentLocale);
}

export type T<F extends Feature> = (key: TextKey<AllTexts[F]>, values?: Values) => string;

/**
 * `const t = useTexts('acts')`, then `t('list.title')` or `t('list.found', { count: 37 })`.
 * Keys are checked by the compiler; a plural is named by its stem and chosen by `count`. Texts that are not there
 * yet suspend the component; the router loads those of a page beside the page.
 */
export function useTexts<F extends Feature>(feature: F): T<F> {
  const now = useLoaded(feature);
  return useCallback(
    (key: string, values: Values = {}) => say(now, feature, key, values),
    [now, feature],
  ) as T<F>;
}

/** For a key known only at run time, such as a code the server sent; `otherwise` when there is no such text. */
export function useTextByCode(feature: Feature): (key: string, otherwise: string, values?: Values) => string {
  const now = useLoaded(feature);
  return useCallback(
    (key, otherwise, values = {}) =>
      translate(loaded.get(`${now}/${feature}`) ?? {}, now, key, values) ?? otherwise,
    [now, feature],
  );
}

function useLoaded(feature: Feature): Locale {
  const now = useLocale();
  wanted.add(feature);
  // Asked for at every render, as React wants its hooks; what is here already is answered at once.
  use(load(now, feature));
  return now;
}

/** The same outside of components, for texts that are loaded already (`ui` and `app` always are). */
export function textOf<F extends Feature>(
  feature: F,
  key: TextKey<AllTexts[F]>,
  values: Values = {},
): string {
  return say(locale, feature, key, values);
}

function say(of: Locale, feature: Feature, key: string, values: Values): string {
  return translate(loaded.get(`${of}/${feature}`) ?? {}, of, key, values) ?? key;
}
