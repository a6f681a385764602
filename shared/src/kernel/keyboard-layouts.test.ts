import { expect, it } from 'vitest';
import { readingsOf, wordsOfReadings } from './keyboard-layouts.ts';
import { latinKey } from './latin-key.ts';

it.each([
  ['fkvfns', 'алматы'],
  ['Fkvfns', 'алматы'],
  ['gjlgbcfnm', 'подписать'],
  [',tksq rjycfknbyu', 'белый консалтинг'],
  ['<tksq', 'белый'],
  ['0fhf5fyls', 'қарағанды'],
  ['rfhfufyls', 'караганды'],
  ['0ара5анды', 'қарағанды'],
  ['9л20ым', 'ұләқым'],
  ['әің', '234'],
  ['0ол 0ою', 'қол қою'],
  ['лфызш', 'kaspi'],
  ['Лфызш', 'kaspi'],
  ['актілер rtktcby', 'актілер келесин'],
])('reads %s as %s too', (typed, meant) => {
  expect(readingsOf(typed)).toContain(meant);
});

it('keeps what was typed first, says nothing twice and leaves numbers alone', () => {
  expect(readingsOf(' 4120/2026 ')).toEqual(['4120/2026']);
  expect(readingsOf('ТОО')[0]).toBe('ТОО');
  expect(readingsOf('')).toEqual(['']);
  expect(wordsOfReadings('№ 15')).toEqual([['15']]);
  expect(wordsOfReadings('?! —')).toEqual([]);
});

it('gives letters that are taken for one another one key', () => {
  for (const name of ['Көктөбе', 'КОКТОБЕ', 'Koktobe', 'көктөбе'.normalize('NFD')])
    expect(latinKey(name)).toBe('koktobe');
  expect(latinKey('ТОО «Жұлдыз-Құрылыс» №7')).toBe('too zhuldyz kurylys 7');
  expect(latinKey('Щёкин й'.normalize('NFD'))).toBe('shekin i');
});

it('reads digits of the Kazakh layout word by word, and leaves the letters beside them', () => {
  expect(readingsOf('әің алматы')).toContain('234 алматы');
});
