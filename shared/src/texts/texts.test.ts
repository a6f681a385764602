import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sameInBoth } from './same-in-both.ts';

type Tree = { [key: string]: string | Tree };

const folder = import.meta.dirname;
const filesOf = (locale: string) =>
  readdirSync(path.join(folder, locale))
    .filter((name) => name.endsWith('.ts'))
    .sort();

const load = async (locale: string, file: string) =>
  flat(((await import(path.join(folder, locale, file))) as { default: Tree }).default);

function flat(tree: Tree, before = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...flat(value, `${before}${key}.`)],
    ),
  );
}

const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}/g))].sort();
const tags = (text: string) => [...new Set(text.match(/<\/?\d*\w*>/g))].sort();
const extraForms = /__(one|few|many)$/;
const cyrillic = /[а-яё]/i;

/** One word for one thing, as docs/glossary.md has them. What programmers read is translated more freely. */
const WORDS: [ru: RegExp, kz: RegExp][] = [
  [/скача/i, /жүктеп ал/i],
  [/загрузит/i, /жүкте/i],
  [/исполнител/i, /орындаушы/i],
  [/заказчик/i, /тапсырыс беруші/i],
  [/поставщик/i, /өнім беруші/i],
  [/шаблон/i, /үлгі/i],
  [/скачат. образец/i, /мысал/i],
  [/сверк/i, /салыстыр/i],
  [/черновик/i, /жоба/i],
  [/удержан/i, /ұста/i],
  [/аннулир/i, /күшін?і? жо/i],
  [/закры(ть|тие) период/i, /жаб/i],
  [/реквизит/i, /деректеме/i],
  [/настройк/i, /бапта/i],
  [/сотрудник/i, /қызметкер/i],
  [/руководител/i, /басшы/i],
];
const READ_BY_PROGRAMMERS = ['reference.ts', 'developers.ts'];

it('has the same files in both languages', () => {
  expect(filesOf('kz')).toEqual(filesOf('ru'));
});

it.each(filesOf('ru').filter((file) => !READ_BY_PROGRAMMERS.includes(file)))(
  '%s calls one thing by one word in Kazakh',
  async (file) => {
    const [ru, kz] = [await load('ru', file), await load('kz', file)];
    const other = [...ru].flatMap(([key, text]) => {
      // Words to be found by are of both languages.
      const said = key.endsWith('_also') ? undefined : kz.get(key.replace(extraForms, '__other'));
      return WORDS.filter(([of, as]) => said !== undefined && of.test(text) && !as.test(said)).map(
        ([, as]) => `${key}: ${as.source}`,
      );
    });
    expect(other).toEqual([]);
  },
);

describe.each(filesOf('ru'))('%s', (file) => {
  it('has the same keys in both languages', async () => {
    const [ru, kz] = [await load('ru', file), await load('kz', file)];
    const wanted = [...ru.keys()].filter((key) => !extraForms.test(key));
    expect([...kz.keys()].sort()).toEqual(wanted.sort());
  });

  it('has the same placeholders and tags in both languages', async () => {
    const [ru, kz] = [await load('ru', file), await load('kz', file)];
    for (const [key, text] of ru) {
      const other = kz.get(key.replace(extraForms, '__other')) ?? '';
      expect({ key, has: [...placeholders(other), ...tags(other)] }).toEqual({
        key,
        has: [...placeholders(text), ...tags(text)],
      });
    }
  });

  it('has all four forms of a Russian plural', async () => {
    const keys = new Set((await load('ru', file)).keys());
    const stems = [...keys].filter((key) => extraForms.test(key)).map((key) => key.replace(extraForms, ''));
    const missing = stems.flatMap((stem) =>
      ['one', 'few', 'many', 'other'].map((form) => `${stem}__${form}`).filter((key) => !keys.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it('is translated: a Kazakh text equal to the Russian one stands on the list', async () => {
    const [ru, kz] = [await load('ru', file), await load('kz', file)];
    const equal = [...kz].filter(([key, text]) => cyrillic.test(text) && text === ru.get(key));
    expect(equal.filter(([, text]) => !sameInBoth.includes(text))).toEqual([]);
  });

  it('has no empty text and no blank at an end', async () => {
    for (const locale of ['ru', 'kz']) {
      const bad = [...(await load(locale, file))].filter(([, text]) => text === '' || text !== text.trim());
      expect(bad).toEqual([]);
    }
  });
});
