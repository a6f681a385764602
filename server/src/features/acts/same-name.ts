import { foldText } from '../../platform/read-typed.ts';

/** How tables shorten and inflect the units, by their codes. */
const UNIT_WORDS: Record<string, string> = {
  service: 'усл|усл ед|услуги|услуг|кызмет корсету',
  hour: 'ч|часа|часов|саг',
  day: 'дн|дня|дней',
  month: 'мес|месяца|месяцев',
  piece: 'шт|штук|штуки|ед',
  order: 'заказа|заказов|зак',
  trip: 'рейса|рейсов',
  km: 'километр|километра|километров|шакырым',
  m2: 'м2|кв м|м кв|квм|кв метр|шаршы метр|шаршы м',
  page: 'стр|страницы|страниц',
};

/** True when the text is one of the names of a category or a unit, whatever its dots, blanks and dashes. */
export function sameName(
  row: { code: string; name_ru: string; name_kz: string },
  text: string | undefined,
): boolean {
  if (!text) return false;
  const wanted = plain(text);
  if ([row.name_ru, row.name_kz, row.code].some((name) => plain(name) === wanted)) return true;
  return UNIT_WORDS[row.code]?.split('|').includes(wanted) ?? false;
}

function plain(text: string): string {
  return foldText(text)
    .replaceAll('²', '2')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\./g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
