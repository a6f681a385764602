import type { Locale } from '../../kernel/locale.ts';

/**
 * Sectors of the economy, the second digit of a КБе; the first is 1 for residents and 2 for others (resolution № 203 of
 * the Board of the National Bank of 31.08.2016).
 */
const SECTORS: Record<Locale, readonly string[]> = {
  ru: [
    'Правительство Республики Казахстан или правительство иностранного государства',
    'Региональные и местные органы управления',
    'Центральные (национальные) банки',
    'Другие депозитные организации',
    'Другие финансовые организации',
    'Государственные нефинансовые организации',
    'Негосударственные нефинансовые организации',
    'Некоммерческие организации, обслуживающие домашние хозяйства',
    'Домашние хозяйства',
  ],
  kz: [
    'Қазақстан Республикасының Үкіметі немесе шет мемлекеттің үкіметі',
    'Өңірлік және жергілікті басқару органдары',
    'Орталық (ұлттық) банктер',
    'Басқа депозиттік ұйымдар',
    'Басқа қаржы ұйымдары',
    'Мемлекеттік қаржылық емес ұйымдар',
    'Мемлекеттік емес қаржылық емес ұйымдар',
    'Үй шаруашылықтарына қызмет көрсететін коммерциялық емес ұйымдар',
    'Үй шаруашылықтары',
  ],
};

export const KBE_CODES: readonly string[] = ['1', '2'].flatMap((residency) =>
  SECTORS.ru.map((_, at) => `${residency}${at + 1}`),
);

export function isKbe(code: string): boolean {
  return KBE_CODES.includes(code);
}

/** Whose sector it is, and whether they are a resident. */
export function readKbe(code: string, locale: Locale): { is_resident: boolean; sector: string } {
  return { is_resident: code[0] === '1', sector: SECTORS[locale][Number(code[1]) - 1] ?? '' };
}
