/** КНП of services when neither the act nor the company says another (facts about products in use). */
export const DEFAULT_KNP = '859';

/**
 * КНП that payments to executors have, of those whose names are known (resolution 203 of the National Bank, with the
 * names of 02.01.2026). Suggestions: any three digits are taken.
 */
export const KNP_CODES = [
  { code: '859', ru: 'Прочие услуги', kz: 'Басқа да қызметтер' },
  { code: '710', ru: 'Товары, кроме недвижимости', kz: 'Жылжымайтын мүліктен басқа тауарлар' },
  {
    code: '721',
    ru: 'Недвижимость в Республике Казахстан',
    kz: 'Қазақстан Республикасындағы жылжымайтын мүлік',
  },
  {
    code: '723',
    ru: 'Доля по договору о долевом участии в жилищном строительстве',
    kz: 'Тұрғын үй құрылысына үлестік қатысу шарты бойынша үлес',
  },
] as const;
