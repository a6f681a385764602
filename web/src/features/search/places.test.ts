import { expect, it } from 'vitest';
import kz from '@kelisim/shared/texts/kz/search.ts';
import ru from '@kelisim/shared/texts/ru/search.ts';
import { findPlaces, type Place } from './places.ts';

const commands = ['sign', 'waiting', 'create_act', 'import_acts', 'profile', 'jobs'] as const;
const placesOf = (texts: { command: Record<string, string> }): Place[] =>
  commands.map((key) => ({ href: key, label: texts.command[key]!, also: texts.command[`${key}_also`]! }));

it.each([
  ['подписать', 'sign'],
  ['gjlgbcfnm', 'sign'],
  ['қол қою', 'sign'],
  ['кол кою', 'sign'],
  ['0jk 0j.', 'sign'],
  ['0ол 0ою', 'sign'],
  ['эцп', 'sign'],
  ['новый акт', 'create_act'],
  ['создать', 'create_act'],
  ['yjdsq', 'create_act'],
  ['таблицей', 'import_acts'],
  ['уңсуд', null],
  ['учсуд', 'import_acts'],
  ['excel', 'import_acts'],
  ['проф', 'profile'],
  ['бейін', 'profile'],
  ['бейин', 'profile'],
  ['массов', 'jobs'],
  ['ждёт', 'waiting'],
  ['ждет', 'waiting'],
  ['4120', null],
])('%s leads to %s', (text, href) => {
  expect(findPlaces(placesOf(ru), text)[0]?.href ?? null).toBe(href);
});

it.each([
  ['қол қою', 'sign'],
  ['актілерге', 'sign'],
  ['подписать', 'sign'],
  ['жаңа', 'create_act'],
  [';f4f', 'create_act'],
  ['кесте', 'import_acts'],
  ['құпиясөз', 'profile'],
])('in Kazakh %s leads to %s', (text, href) => {
  expect(findPlaces(placesOf(kz), text)[0]?.href).toBe(href);
});

it('offers everything before anything is typed, and nothing for signs alone', () => {
  expect(findPlaces(placesOf(ru), ' ').length).toBe(commands.length);
  expect(findPlaces(placesOf(ru), '?!')).toEqual([]);
});
