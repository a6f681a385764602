import { expect, test } from 'vitest';
import { LETTERS_OF_FONTS } from './letters-of-fonts.ts';
import { nameOnPaper } from './name-on-paper.ts';
import { findMissingLetters } from './paper-letters.ts';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('');

test.each([ASCII, 'Ёё АБВЯ абвя', 'Ә І Ң Ғ Ү Ұ Қ Ө Һ әіңғүұқөһ', '№ ₸ « » — … €', '', ' \t\r\n', 'и\u0306'])(
  'the paper shows %j',
  (text) => expect(findMissingLetters(text)).toBeNull(),
);

test('what no font has is named once each, ten at most', () => {
  expect(findMissingLetters('акт 𓀀 и 𓀁, снова 𓀀')).toBe('𓀀 𓀁');
  const twelve = Array.from({ length: 12 }, (_, at) => String.fromCodePoint(0x13000 + at));
  expect(findMissingLetters(twelve.join(''))).toBe(twelve.slice(0, 10).join(' '));
});

test('a way to draw a sign is no letter of its own', () => {
  expect(findMissingLetters('№\ufe0e ₸\ufe0f')).toBeNull();
});

test('a Kazakh paper bears the Kazakh name where there is one', () => {
  const party = { name: 'ТОО «Алатау»', name_kz: '«Алатау» ЖШС' };
  expect([nameOnPaper(party, 'ru'), nameOnPaper(party, 'kz')]).toEqual(['ТОО «Алатау»', '«Алатау» ЖШС']);
  expect(nameOnPaper({ ...party, name_kz: null }, 'kz')).toBe('ТОО «Алатау»');
});

test('the last letter of a range belongs to it', () => {
  const [first] = LETTERS_OF_FONTS.split(' ');
  const [from, more = '0'] = first!.split(',');
  const last = Number.parseInt(from!, 36) + Number.parseInt(more, 36);
  expect(findMissingLetters(String.fromCodePoint(last))).toBeNull();
  expect(findMissingLetters(String.fromCodePoint(last + 1))).not.toBeNull();
});
