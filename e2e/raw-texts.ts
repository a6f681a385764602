import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Locale } from './words.ts';

type Tree = { readonly [key: string]: string | Tree };
const folder = new URL('../shared/src/texts/', import.meta.url);

interface Known {
  keys: Set<string>;
  texts: Set<string>;
}

async function readTexts(locale: Locale): Promise<Known> {
  const known: Known = { keys: new Set(), texts: new Set() };
  const read = (tree: Tree, before: string) => {
    for (const [key, value] of Object.entries(tree)) {
      const path = before + key;
      if (typeof value === 'string') {
        known.keys.add(path);
        known.keys.add(path.replace(/__\w+$/, ''));
        known.texts.add(value);
      } else read(value, `${path}.`);
    }
  };
  for (const file of readdirSync(new URL(`${locale}/`, folder)))
    read(((await import(new URL(`${locale}/${file}`, folder).href)) as { default: Tree }).default, '');
  return known;
}

const [ru, kz] = await Promise.all([readTexts('ru'), readTexts('kz')]);
/** Sentences of the one language that the other does not have; single words may be data. */
const strange = {
  ru: new Set([...kz.texts].filter((text) => text.includes(' ') && !ru.texts.has(text))),
  kz: new Set([...ru.texts].filter((text) => text.includes(' ') && !kz.texts.has(text))),
};
const broken = /\{\{|\}\}|\bundefined\b|\bNaN\b|\[object |Invalid Date/;
const english = /\b(?:the|must|cannot|please|failed|invalid|required|error|unknown)\b/i;

/** Texts that were not meant for people: keys, holes, English, and sentences of the other language. */
export async function rawTextsOf(page: Page, locale: Locale): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // What is shown in the other language on purpose says so.
    const isOwn = (element: Element) => element.closest('[lang]') === document.documentElement;
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      // What a paper says is its own.
      const isRead = parent && isOwn(parent) && !parent.closest('canvas ~ *');
      if (isRead && !parent.matches('style,script,pre,code,textarea') && parent.checkVisibility())
        texts.push(walker.currentNode.textContent!.trim());
    }
    for (const element of document.body.querySelectorAll('[aria-label],[placeholder],[title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) {
        const text = element.getAttribute(name)?.trim() ?? '';
        // Where a name of a field is asked for, one is given as an example.
        if (isOwn(element) && (name !== 'placeholder' || !/^[a-z]+$/.test(text))) texts.push(text);
      }
    return texts.filter(Boolean);
  });
  return [...new Set(shown)].filter(
    (text) => ru.keys.has(text) || strange[locale].has(text) || broken.test(text) || english.test(text),
  );
}
