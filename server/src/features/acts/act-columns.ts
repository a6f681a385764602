import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** The columns of the spreadsheet of acts, in order, with their headings. One row is one service. */
export const ACT_COLUMNS = [
  {
    key: 'act',
    ru: 'Акт (строки с одним значением – один акт)',
    kz: 'Акт (мәні бірдей жолдар – бір акт)',
    width: 14,
  },
  { key: 'contractor', ru: 'ИИН/БИН исполнителя', kz: 'Орындаушының ЖСН/БСН', width: 18 },
  { key: 'contract', ru: 'Договор', kz: 'Шарт', width: 40 },
  { key: 'title', ru: 'Название акта', kz: 'Актінің атауы', width: 34 },
  { key: 'date', ru: 'Дата акта', kz: 'Акт күні', width: 12 },
  { key: 'start_date', ru: 'Начало периода', kz: 'Кезеңнің басы', width: 14 },
  { key: 'end_date', ru: 'Конец периода', kz: 'Кезеңнің соңы', width: 14 },
  { key: 'knp', ru: 'КНП', kz: 'ТМК', width: 7 },
  { key: 'kind', ru: 'Вид строки', kz: 'Жол түрі', width: 22 },
  { key: 'category', ru: 'Категория', kz: 'Санат', width: 26 },
  { key: 'description', ru: 'Услуга', kz: 'Қызмет', width: 44 },
  { key: 'quantity', ru: 'Количество', kz: 'Саны', width: 12 },
  { key: 'unit', ru: 'Единица', kz: 'Бірлік', width: 14 },
  { key: 'rate', ru: 'Цена за единицу', kz: 'Бірлік бағасы', width: 16 },
  { key: 'service_date', ru: 'Дата услуги', kz: 'Қызмет күні', width: 12 },
  { key: 'additional_info', ru: 'Примечание', kz: 'Ескертпе', width: 30 },
] as const;

export type ActColumn = (typeof ACT_COLUMNS)[number]['key'];

export const COLUMN_KINDS: Partial<Record<ActColumn, 'date' | 'number' | 'money'>> = {
  date: 'date',
  start_date: 'date',
  end_date: 'date',
  service_date: 'date',
  quantity: 'number',
  rate: 'money',
};

/** What must be filled in every row; the contract only where the executor has several. */
export const REQUIRED_COLUMNS: readonly ActColumn[] = [
  'contractor',
  'title',
  'date',
  'start_date',
  'end_date',
  'category',
  'description',
  'quantity',
  'unit',
  'rate',
];

export function columnTitle(key: ActColumn, locale: Locale): string {
  return ACT_COLUMNS.find((column) => column.key === key)![locale];
}
