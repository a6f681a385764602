/** Sentences and words that are rightly the same in Russian and in Kazakh; anything else that is equal was forgotten. */
export const sameInBoth: readonly string[] = [
  'Kelisim',
  'Акт',
  'Банк',
  'Банк ЦентрКредит (BCC)',
  'БИН/ИИН',
  'Тариф',
  'Телефон',
  'Журнал',
  'Компания',
  'Статистика',
  'Договор',
  'PDF',
  '{{count}} байт',
  'ru',
  'kz',
];
