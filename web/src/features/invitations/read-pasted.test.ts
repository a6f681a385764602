import { expect, test } from 'vitest';
import { readPasted } from './read-pasted.ts';

const row = (name: string, phone: string, end_date = '', contract = '') => ({
  name,
  phone,
  end_date,
  contract,
});

test.each([
  [
    'names and numbers',
    'Ән Би\t8 701 123 45 67\r\nЕр Су\t+77021234567\r\n',
    [row('Ән Би', '8 701 123 45 67'), row('Ер Су', '+77021234567')],
  ],
  ['numbers before names', '87011234567\tӘн Би', [row('Ән Би', '87011234567')]],
  [
    'a heading in any order',
    'Договор\tМобильный телефон*\tИмя исполнителя*\nДоставка\t87011234567\tӘн',
    [row('Ән', '87011234567', '', 'Доставка')],
  ],
  [
    'a Kazakh heading',
    'Орындаушының аты\tҰялы телефон\tЖауап беру мерзімі\nӘн\t8701\t01.12.2026',
    [row('Ән', '8701', '01.12.2026')],
  ],
  [
    'all four columns',
    'Ән\t87011234567\t01.12.2026\tДоставка',
    [row('Ән', '87011234567', '01.12.2026', 'Доставка')],
  ],
  ['a wrong number among right ones', 'Ән\t12\nБи\t87011234567', [row('Ән', '12'), row('Би', '87011234567')]],
  ['names alone', 'Ән Би\n\nЕр', [row('Ән Би', ''), row('Ер', '')]],
  ['nothing', ' \n', []],
])('%s', (_, text, rows) => {
  expect(readPasted(text)).toEqual(rows);
});
