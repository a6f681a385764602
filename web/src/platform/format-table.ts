import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/**
 * How Russian and Kazakh write numbers and dates (Unicode CLDR). A table of our own, because Chromium has no
 * Kazakh data and answers in English.
 */
export interface FormatTable {
  decimal: string;
  /** U+00A0: a number is never broken over two lines. */
  group: string;
  percent: string;
  /** As a heading: «Март 2026» · «2026 ж. Наурыз». */
  months: readonly string[];
  /** In a date: «1 марта». */
  monthsInDate: readonly string[];
  monthsShort: readonly string[];
  /** Monday first. */
  weekdays: readonly string[];
  weekdaysShort: readonly string[];
  longDate: (day: number, month: string, year: number) => string;
  monthOfYear: (month: string, year: number) => string;
  justNow: string;
  yesterday: string;
  tomorrow: string;
  today: string;
  /** Number words by plural form: one, few, many. Kazakh has one. */
  minutes: readonly string[];
  hours: readonly string[];
  days: readonly string[];
  ago: (count: string) => string;
  ahead: (count: string, unit: 'minutes' | 'hours' | 'days', number: number) => string;
}

/** «3 минуттан кейін»: the ablative that Kazakh wants before «кейін». */
const kzAhead = { minutes: 'минуттан', hours: 'сағаттан', days: 'күннен' } as const;

export const formatTables: Record<Locale, FormatTable> = {
  ru: {
    decimal: ',',
    group: '\u00A0',
    percent: '\u00A0%',
    months: 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' '),
    monthsInDate: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(
      ' ',
    ),
    monthsShort: 'янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.'.split(' '),
    weekdays: 'понедельник вторник среда четверг пятница суббота воскресенье'.split(' '),
    weekdaysShort: 'пн вт ср чт пт сб вс'.split(' '),
    longDate: (day, month, year) => `${day}\u00A0${month} ${year}\u00A0г.`,
    monthOfYear: (month, year) => `${month} ${year}`,
    justNow: 'только что',
    yesterday: 'вчера',
    today: 'сегодня',
    tomorrow: 'завтра',
    minutes: ['минуту', 'минуты', 'минут'],
    hours: ['час', 'часа', 'часов'],
    days: ['день', 'дня', 'дней'],
    ago: (count) => `${count} назад`,
    ahead: (count) => `через ${count}`,
  },
  kz: {
    decimal: ',',
    group: '\u00A0',
    percent: '%',
    months: 'Қаңтар Ақпан Наурыз Сәуір Мамыр Маусым Шілде Тамыз Қыркүйек Қазан Қараша Желтоқсан'.split(' '),
    monthsInDate: 'қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан'.split(
      ' ',
    ),
    monthsShort: 'қаң. ақп. нау. сәу. мам. мау. шіл. там. қыр. қаз. қар. жел.'.split(' '),
    weekdays: 'дүйсенбі сейсенбі сәрсенбі бейсенбі жұма сенбі жексенбі'.split(' '),
    weekdaysShort: 'дс сс ср бс жм сб жс'.split(' '),
    longDate: (day, month, year) => `${year}\u00A0ж. ${day}\u00A0${month}`,
    monthOfYear: (month, year) => `${year}\u00A0ж. ${month.toLowerCase()}`,
    justNow: 'жаңа ғана',
    yesterday: 'кеше',
    today: 'бүгін',
    tomorrow: 'ертең',
    minutes: ['минут'],
    hours: ['сағат'],
    days: ['күн'],
    ago: (count) => `${count} бұрын`,
    ahead: (_count, unit, number) => `${number}\u00A0${kzAhead[unit]} кейін`,
  },
};
