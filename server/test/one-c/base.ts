import { randomUUID } from 'node:crypto';

export type Value = string | number | boolean | null;
export interface Row {
  id: string;
  values: Record<string, Value>;
  services: Record<string, Value>[];
}
type Kind = 'text' | 'day' | 'number' | 'flag' | 'reference' | `one of ${string}`;

const CATALOGUE: Record<string, Kind> = { ПометкаУдаления: 'flag', Наименование: 'text' };
const DOCUMENT: Record<string, Kind> = {
  ПометкаУдаления: 'flag',
  Проведен: 'flag',
  Номер: 'text',
  Дата: 'day',
  Организация: 'reference',
  Контрагент: 'reference',
  СуммаДокумента: 'number',
  Комментарий: 'text',
};

/** «1С:Бухгалтерия 8 для Казахстана» 3.0, as far as it is known: written from its published structure and not from our table. */
export const STRUCTURE: Record<string, Record<string, Kind>> = {
  'Справочник.Организации': { ...CATALOGUE, ИдентификационныйНомер: 'text' },
  'Справочник.Контрагенты': {
    ...CATALOGUE,
    ИдентификационныйКодЛичности: 'text',
    НаименованиеПолное: 'text',
    ЮрФизЛицо: 'one of ЮрЛицо ФизЛицо',
    КБЕ: 'text',
    ОсновнойДоговорКонтрагента: 'reference',
  },
  'Справочник.ДоговорыКонтрагентов': {
    ...CATALOGUE,
    Владелец: 'reference',
    Организация: 'reference',
    ВидДоговора: 'one of СПоставщиком СПокупателем',
    НомерДоговора: 'text',
    ДатаДоговора: 'day',
    ДатаНачалаДействияДоговора: 'day',
    ДатаОкончанияДействияДоговора: 'day',
    ВалютаВзаиморасчетов: 'reference',
  },
  'Документ.ПоступлениеТоваровУслуг': {
    ...DOCUMENT,
    ДоговорКонтрагента: 'reference',
    ВалютаДокумента: 'reference',
    КурсВзаиморасчетов: 'number',
    КратностьВзаиморасчетов: 'number',
    СуммаВключаетНДС: 'flag',
    УчитыватьНДС: 'flag',
    УчитыватьКПН: 'flag',
    ВидОперации:
      'one of Товары Услуги ОсновныеСредства Импорт ПоступлениеОтНерезидента ВПереработку ПокупкаКомисия',
    НомерВходящегоДокумента: 'text',
    ДатаВходящегоДокумента: 'day',
    НаличиеОригинала: 'flag',
    СчетУчетаРасчетовСКонтрагентом: 'reference',
    СчетУчетаРасчетовПоАвансам: 'reference',
  },
  /** The rows of the one above. */
  Услуги: {
    Номенклатура: 'reference',
    Содержание: 'text',
    Количество: 'number',
    Цена: 'number',
    Сумма: 'number',
    СтавкаНДС: 'reference',
    СуммаНДС: 'number',
    СчетЗатратБУ: 'reference',
    СчетЗатратНУ: 'reference',
    СчетУчетаНДС: 'reference',
    НДСВидОборота: 'text',
    НДСВидПоступления: 'reference',
  },
  'Документ.ПлатежноеПоручениеИсходящее': {
    ...DOCUMENT,
    СчетОрганизации: 'reference',
    СчетКонтрагента: 'reference',
    КодНазначенияПлатежа: 'text',
    НазначениеПлатежа: 'text',
    Оплачено: 'flag',
    ДатаВыписки: 'day',
  },
};

const EMPTY: Record<string, Value> = { text: '', day: '0001-01-01', number: 0, flag: false, one: '' };
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const FITS: Record<string, (value: Value) => boolean> = {
  text: (value) => typeof value === 'string',
  day: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  reference: (value) => value === null || GUID.test(String(value)),
};

export class Refused extends Error {}

/** What a base of 1C holds. It refuses what the structure has not, and changes to what is posted. */
export class OneCBase {
  readonly #rows = new Map<string, Map<string, Row>>();
  /** Every change, so that a run that should change nothing can be told. */
  changes = 0;

  rowsOf(object: string): Map<string, Row> {
    if (!STRUCTURE[object] || object === 'Услуги') throw new Refused(`Не найден объект «${object}»`);
    let rows = this.#rows.get(object);
    if (!rows) this.#rows.set(object, (rows = new Map()));
    return rows;
  }

  blank(object: string): Record<string, Value> {
    const kinds = Object.entries(STRUCTURE[object] ?? {});
    return Object.fromEntries(kinds.map(([name, kind]) => [name, EMPTY[kind.split(' ')[0] ?? ''] ?? null]));
  }

  write(
    object: string,
    given: { id?: string; values: Record<string, Value>; services?: Row['services'] },
  ): Row {
    const rows = this.rowsOf(object);
    const before = given.id ? rows.get(given.id) : undefined;
    const values = { ...(before?.values ?? this.blank(object)), ...given.values };
    this.#check(object, values);
    if (before?.values.Проведен && values.Проведен) {
      const { Комментарий: _, ...was } = before.values;
      const { Комментарий: __, ...is } = values;
      if (JSON.stringify(was) !== JSON.stringify(is)) throw new Refused('Проведённый документ не изменяют');
    }
    const services = (given.services ?? before?.services ?? []).map((row) => ({
      ...this.blank('Услуги'),
      ...row,
    }));
    for (const row of services) this.#check('Услуги', row);
    const id = given.id ?? randomUUID();
    if (object.startsWith('Документ') && !values.Номер)
      values.Номер = String(rows.size + 1).padStart(11, '0');
    const row = { id, values, services };
    rows.set(id, row);
    this.changes += 1;
    return row;
  }

  #check(object: string, values: Record<string, Value>): void {
    for (const [name, value] of Object.entries(values)) {
      const kind = STRUCTURE[object]?.[name];
      if (!kind) throw new Refused(`Поле не найдено «${object}.${name}»`);
      const options = kind.startsWith('one of ') ? ['', ...kind.slice(7).split(' ')] : null;
      if (options ? !options.includes(String(value)) : !FITS[kind]?.(value))
        throw new Refused(`Неверное значение «${object}.${name}»: ${String(value)}`);
    }
  }

  find(object: string, equal: Record<string, Value>, comment = ''): Row[] {
    for (const name of Object.keys(equal))
      if (!STRUCTURE[object]?.[name]) throw new Refused(`Поле не найдено «${object}.${name}»`);
    return [...this.rowsOf(object).values()].filter(
      ({ values }) =>
        Object.entries(equal).every(([name, value]) => values[name] === value) &&
        String(values.Комментарий ?? '').startsWith(comment),
    );
  }
}
