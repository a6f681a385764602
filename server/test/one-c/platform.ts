import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { STRUCTURE, type OneCBase, type Row, type Value } from './base.ts';
import { DataLock, makeTransactions } from './data-lock.ts';
import { BslError } from './parse-bsl.ts';
import { numberOf, Raised, textOf, Thing, type Platform } from './run-bsl.ts';
import {
  Day,
  Dictionary,
  format,
  fromJson,
  List,
  Made,
  OneOf,
  same,
  Structure,
  toJson,
  Uuid,
} from './values.ts';

const TARGETS: Record<string, string> = {
  Организация: 'Справочник.Организации',
  Контрагент: 'Справочник.Контрагенты',
  Владелец: 'Справочник.Контрагенты',
  ДоговорКонтрагента: 'Справочник.ДоговорыКонтрагентов',
};
const SERVER = 'kelisim.example';

/** What the module meets in a base: values, objects, queries, HTTP, JSON and the safe storage. */
export function makePlatform(
  base: OneCBase,
  base_url: string,
  lock = new DataLock(),
): Platform & { log: string[]; lock: DataLock } {
  const transactions = makeTransactions(lock);
  const references = new Map<string, Reference>();
  const log: string[] = [];
  const stored = new Map<unknown, unknown>();
  let is_privileged = false;

  function referenceTo(object: string, id: string): Reference {
    const key = `${object} ${id}`;
    const reference = references.get(key) ?? new Reference(object, id);
    references.set(key, reference);
    return reference;
  }

  const kindOf = (object: string, name: string) => {
    const kind = STRUCTURE[object]?.[name];
    if (!kind) throw new Raised(`Поле объекта не обнаружено (${name})`);
    return kind;
  };
  function shown(object: string, name: string, value: Value | undefined): unknown {
    const kind = kindOf(object, name);
    if (kind === 'day') return new Day(String(value));
    if (kind.startsWith('one of')) return new OneOf(String(value));
    if (kind !== 'reference') return value;
    return value ? referenceTo(TARGETS[name] ?? 'Прочее', String(value)) : undefined;
  }
  function taken(object: string, name: string, value: unknown): Value {
    kindOf(object, name);
    if (value instanceof Day) return value.iso;
    if (value instanceof Reference) return value.id;
    if (value instanceof OneOf) return value.name;
    if (value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    throw new BslError(`${object}.${name} cannot hold this`);
  }

  class Line extends Thing {
    readonly values: Record<string, Value>;
    constructor(values: Record<string, Value>) {
      super();
      this.values = values;
    }
    override get(name: string): unknown {
      return shown('Услуги', name, this.values[name]);
    }
    override set(name: string, value: unknown): void {
      this.values[name] = taken('Услуги', name, value);
    }
  }

  class Lines extends List {
    override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
      if (name === 'Итог')
        return this.items.reduce(
          (sum: number, line) => sum + (line instanceof Line ? numberOf(line.get(textOf(args[0]))) : 0),
          0,
        );
      if (name !== 'Добавить') return super.call(name, args, give);
      const line = new Line(base.blank('Услуги'));
      this.items.push(line);
      return line;
    }
  }
  const linesOf = (row: Row | undefined) =>
    new Lines((row?.services ?? []).map((values) => new Line({ ...values })));

  class Reference extends Thing {
    readonly object: string;
    readonly id: string;
    constructor(object: string, id: string) {
      super();
      this.object = object;
      this.id = id;
    }
    row(): Row | undefined {
      return base.rowsOf(this.object).get(this.id);
    }
    override get(name: string): unknown {
      return name === 'Услуги' ? linesOf(this.row()) : shown(this.object, name, this.row()?.values[name]);
    }
    override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
      if (name === 'УникальныйИдентификатор') return new Uuid(this.id);
      if (name === 'ПолучитьОбъект') return this.row() ? new Editable(this.object, this.id) : undefined;
      return super.call(name, args, give);
    }
  }

  class Editable extends Thing {
    readonly #object: string;
    readonly #lines: Lines;
    readonly #values: Record<string, Value>;
    #id: string | null;
    constructor(object: string, id: string | null) {
      super();
      const row = id ? base.rowsOf(object).get(id) : undefined;
      this.#object = object;
      this.#id = id;
      this.#values = { ...(row?.values ?? base.blank(object)) };
      this.#lines = linesOf(row);
    }
    override get(name: string): unknown {
      if (name === 'Услуги') return this.#lines;
      if (name === 'Ссылка') return this.#id ? referenceTo(this.#object, this.#id) : undefined;
      return shown(this.#object, name, this.#values[name]);
    }
    override set(name: string, value: unknown): void {
      this.#values[name] = taken(this.#object, name, value);
    }
    override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
      if (name === 'Метаданные') return metadataOf(this.#object);
      if (name !== 'Записать') return super.call(name, args, give);
      if (!transactions.isLocked()) throw new BslError('written without a lock: another run may do the same');
      const services = this.#lines.items.flatMap((line) => (line instanceof Line ? [line.values] : []));
      const given = { values: this.#values, services, ...(this.#id && { id: this.#id }) };
      try {
        this.#id = base.write(this.#object, given).id;
      } catch (error) {
        throw new Raised(String(error));
      }
      return undefined;
    }
  }

  const metadataOf = (object: string) =>
    new Made({
      Реквизиты: new Made(
        Object.fromEntries(
          Object.entries(STRUCTURE[object] ?? {}).map(([name, kind]) => {
            const options = new List(kind.startsWith('one of ') ? kind.slice(7).split(' ') : []);
            return [name, new Made({ Тип: new Made({}, { Типы: () => new List([options]) }) })];
          }),
        ),
      ),
    });

  const managersOf = (kind: 'Справочник' | 'Документ', create: string) =>
    new Made(
      Object.fromEntries(
        Object.keys(STRUCTURE)
          .filter((object) => object.startsWith(`${kind}.`))
          .map((object) => [
            object.slice(kind.length + 1),
            new Made(
              {},
              {
                [create]: () => new Editable(object, null),
                ПолучитьСсылку: ([id]) => (id instanceof Uuid ? referenceTo(object, id.text) : undefined),
              },
            ),
          ]),
      ),
    );

  class Query extends Thing {
    #text = '';
    readonly #given = new Map<string, unknown>();
    override get(name: string): unknown {
      return name === 'Текст' ? this.#text : super.get(name);
    }
    override set(_: string, text: unknown): void {
      this.#text = textOf(text);
    }
    override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
      if (name === 'УстановитьПараметр') return void this.#given.set(textOf(args[0]), args[1]);
      if (name === 'Выполнить') {
        const rows = this.#rows();
        // A base answers later than at once: meanwhile another run comes to the same place.
        return sleep(2, new Made({}, { Выгрузить: () => new Made({}, { ВыгрузитьКолонку: () => rows }) }));
      }
      return super.call(name, args, give);
    }
    #rows(): List {
      const text =
        /^ВЫБРАТЬ Т\.Ссылка КАК Ссылка ИЗ (\S+) КАК Т ГДЕ (.+?)( УПОРЯДОЧИТЬ ПО Т\.Дата УБЫВ)?$/u.exec(
          this.#text,
        );
      if (!text) throw new BslError(`no such query: ${this.#text}`);
      const [, object = '', where = '', is_ordered] = text;
      const equal: Record<string, Value> = {};
      let comment = '';
      for (const condition of where.split(' И ')) {
        const begins = /^ПОДСТРОКА\(Т\.Комментарий, 1, (\d+)\) = &Начало$/u.exec(condition);
        const [, field = '', parameter = ''] = /^Т\.(\p{L}+) = &(\p{L}+)$/u.exec(condition) ?? [];
        if (begins) comment = textOf(this.#given.get('Начало'));
        else if (this.#given.has(parameter)) equal[field] = taken(object, field, this.#given.get(parameter));
        else throw new BslError(`no such condition: ${condition}`);
        if (begins && Number(begins[1]) !== comment.length)
          throw new BslError('a beginning of another length');
      }
      const rows = base.find(object, equal, comment);
      if (is_ordered) rows.sort((a, b) => String(b.values.Дата).localeCompare(String(a.values.Дата)));
      return new List(rows.map(({ id }) => referenceTo(object, id)));
    }
  }

  async function send(method: string, request: Thing): Promise<Thing> {
    if (transactions.isOpen()) throw new BslError('a transaction waits for the network');
    const headers = request.get('Заголовки');
    if (!(headers instanceof Dictionary)) throw new BslError('a request has no headers');
    const given = [...headers.entries].map(([name, value]): [string, string] => [
      textOf(name),
      textOf(value),
    ]);
    const body = request.get('Тело');
    const response = await fetch(base_url + textOf(request.get('Адрес')), {
      method,
      headers: given,
      body: typeof body === 'string' || Buffer.isBuffer(body) ? new Uint8Array(Buffer.from(body)) : null,
    });
    const text = await response.text();
    return new Made({ КодСостояния: response.status }, { ПолучитьТелоКакСтроку: () => text });
  }

  const constructors: Platform['constructors'] = {
    Структура: (args) => Structure.of(args),
    Массив: () => new List(),
    Соответствие: () => new Dictionary(),
    Запрос: () => new Query(),
    УникальныйИдентификатор: ([text]) => new Uuid(text === undefined ? randomUUID() : textOf(text)),
    ЗащищенноеСоединениеOpenSSL: () => new Made({}),
    HTTPСоединение: ([server, port, , , , seconds, secure]) => {
      if (server !== SERVER || port !== 443 || seconds !== 60 || !(secure instanceof Thing))
        throw new BslError('not by HTTPS');
      return new Made(
        {},
        {
          ВызватьHTTPМетод: ([method, request]) =>
            send(textOf(method), request instanceof Thing ? request : new Made({})),
        },
      );
    },
    HTTPЗапрос: ([address, headers]) => {
      const request: Made = new Made(
        { Адрес: address, Заголовки: headers, Тело: undefined },
        {
          УстановитьТелоИзСтроки: ([text]) => request.set('Тело', text),
          УстановитьТелоИзДвоичныхДанных: ([bytes]) => request.set('Тело', bytes),
        },
      );
      return request;
    },
    ЧтениеJSON: () => {
      const reading: Made = new Made(
        { Строка: '' },
        { УстановитьСтроку: ([text]) => reading.set('Строка', text) },
      );
      return reading;
    },
    ЗаписьJSON: () => {
      const writing: Made = new Made(
        { Строка: '' },
        {
          УстановитьСтроку: () => undefined,
          Закрыть: () => writing.get('Строка'),
        },
      );
      return writing;
    },
    ...transactions.constructors,
    ДвоичныеДанные: ([path]) => readFileSync(textOf(path)),
    ПотокВПамяти: () => {
      const stream: Made = new Made(
        { Части: Buffer.alloc(0) },
        { ЗакрытьИПолучитьДвоичныеДанные: () => stream.get('Части') },
      );
      return stream;
    },
    ЗаписьДанных: ([stream]) => {
      const add = (bytes: unknown) => {
        const before = stream instanceof Thing ? stream.get('Части') : null;
        if (!Buffer.isBuffer(before) || !Buffer.isBuffer(bytes)) throw new BslError('no bytes');
        if (stream instanceof Thing) stream.set('Части', Buffer.concat([before, bytes]));
      };
      return new Made(
        {},
        {
          ЗаписатьСтроку: ([text]) => add(Buffer.from(`${textOf(text)}\r\n`)),
          Записать: ([bytes]) => add(bytes),
          Закрыть: () => undefined,
        },
      );
    },
  };

  const functions: Platform['functions'] = {
    Формат: format,
    Строка: ([value]) => {
      if (value instanceof Uuid) return value.text;
      if (value instanceof Reference) return `${value.object} ${value.id}`;
      return value === undefined ? '' : textOf(value);
    },
    Число: ([text]) => {
      if (!/^-?\d+(\.\d+)?$/.test(textOf(text)))
        throw new Raised('Преобразование значения к типу Число не может быть выполнено');
      return Number(text);
    },
    Дата: ([text]) => {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(text)) ?? [];
      if (!year) throw new Raised('Преобразование значения к типу Дата не может быть выполнено');
      return new Day(`${year}-${month}-${day}`);
    },
    СтрЗаменить: ([text, what, by]) => textOf(text).replaceAll(textOf(what), textOf(by)),
    СтрНайти: ([text, what]) => textOf(text).indexOf(textOf(what)) + 1,
    Сред: ([text, from, count]) =>
      textOf(text).slice(numberOf(from) - 1, numberOf(from) - 1 + numberOf(count)),
    СокрЛП: ([text]) => textOf(text).trim(),
    СтрДлина: ([text]) => textOf(text).length,
    СтрСоединить: ([list, by]) => (list instanceof List ? list.items.map(textOf).join(textOf(by)) : ''),
    XMLСтрока: ([value]) => (value instanceof OneOf ? value.name : textOf(value)),
    XMLЗначение: ([type, name]) => {
      if (!(type instanceof List) || !type.items.includes(name))
        throw new Raised(`Нет значения ${String(name)}`);
      return new OneOf(textOf(name));
    },
    ЗаполнитьЗначенияСвойств: ([to, from, names]) => {
      if (!(to instanceof Thing) || !(from instanceof Thing)) throw new BslError('nothing to fill');
      for (const name of textOf(names).split(', ')) to.set(name, from.get(name));
    },
    ...transactions.functions,
    УстановитьПривилегированныйРежим: ([is_on]) => void (is_privileged = is_on === true),
    КраткоеПредставлениеОшибки: ([error]) => (error instanceof Raised ? error.message : ''),
    ПрочитатьJSON: ([reading]) =>
      fromJson(JSON.parse(reading instanceof Thing ? textOf(reading.get('Строка')) : '')),
    ЗаписатьJSON: ([writing, value]) =>
      writing instanceof Thing ? writing.set('Строка', JSON.stringify(toJson(value))) : undefined,
    ЗаписьЖурналаРегистрации: (args) => void log.push(textOf(args.at(-1))),
  };

  const inPrivilegedMode = <Result>(deed: () => Result): Result => {
    if (!is_privileged) throw new Raised('Нарушение прав доступа!');
    return deed();
  };
  const names = {
    Справочники: managersOf('Справочник', 'СоздатьЭлемент'),
    Документы: managersOf('Документ', 'СоздатьДокумент'),
    РежимБлокировкиДанных: new Made({ Исключительный: 'Исключительный' }),
    РежимЗаписиДокумента: new Made({ Запись: 'Запись' }),
    УровеньЖурналаРегистрации: new Made({ Предупреждение: 'Предупреждение' }),
    ОбщегоНазначения: new Made(
      {},
      {
        ЗаписатьДанныеВБезопасноеХранилище: ([, data, key]) =>
          inPrivilegedMode(() => void stored.set(key, data)),
        ПрочитатьДанныеИзБезопасногоХранилища: ([, key]) => inPrivilegedMode(() => stored.get(key)),
      },
    ),
  };
  return { names, functions, constructors, same, log, lock };
}
