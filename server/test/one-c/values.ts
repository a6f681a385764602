import { BslError } from './parse-bsl.ts';
import { LEFT_OUT, numberOf, Raised, textOf, Thing } from './run-bsl.ts';

export class Day {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
}

export class Uuid {
  readonly text: string;
  constructor(text: string) {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) throw new Raised('Неверный идентификатор');
    this.text = text;
  }
}

export class OneOf {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export function same(left: unknown, right: unknown): boolean {
  if (left instanceof Day && right instanceof Day) return left.iso === right.iso;
  return left === right;
}

export class Structure extends Thing {
  readonly fields: Map<string, unknown>;
  constructor(fields: Iterable<[string, unknown]>) {
    super();
    this.fields = new Map(fields);
  }
  static of([names, ...values]: unknown[]): Structure {
    const listed = typeof names === 'string' ? names.split(',').map((name) => name.trim()) : [];
    return new Structure(listed.map((name, at) => [name, values[at]]));
  }
  override get(name: string): unknown {
    if (!this.fields.has(name)) throw new Raised(`Поле объекта не обнаружено (${name})`);
    return this.fields.get(name);
  }
  override set(name: string, value: unknown): void {
    this.get(name);
    this.fields.set(name, value);
  }
  override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
    const [key, value] = args;
    if (name === 'Вставить') return void this.fields.set(textOf(key), value);
    if (name !== 'Свойство') return super.call(name, args, give);
    if (this.fields.has(textOf(key))) give(1, this.fields.get(textOf(key)));
    return this.fields.has(textOf(key));
  }
  override each(): Iterable<unknown> {
    return pairsOf(this.fields);
  }
}

function pairsOf(map: Map<unknown, unknown>): Structure[] {
  return [...map].map(
    ([key, value]) =>
      new Structure([
        ['Ключ', key],
        ['Значение', value],
      ]),
  );
}

export class Dictionary extends Thing {
  readonly entries = new Map<unknown, unknown>();
  override at(key: unknown): unknown {
    return this.entries.get(key);
  }
  override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
    const [key, value] = args;
    if (name === 'Вставить') return void this.entries.set(key, value);
    if (name === 'Получить') return this.entries.get(key);
    if (name === 'Удалить') return void this.entries.delete(key);
    if (name === 'Количество') return this.entries.size;
    return super.call(name, args, give);
  }
  override each(): Iterable<unknown> {
    return pairsOf(this.entries);
  }
}

export class List extends Thing {
  readonly items: unknown[];
  constructor(items: unknown[] = []) {
    super();
    this.items = items;
  }
  override at(place: unknown): unknown {
    if (numberOf(place) >= this.items.length) throw new Raised('Индекс находится за границами массива');
    return this.items[numberOf(place)];
  }
  override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
    if (name === 'Добавить') return void this.items.push(args[0]);
    if (name === 'Количество') return this.items.length;
    return super.call(name, args, give);
  }
  override each(): Iterable<unknown> {
    return [...this.items];
  }
}

/** Made of what a test gives: fields, and methods by name. */
export class Made extends Thing {
  readonly #fields: Record<string, unknown>;
  readonly #methods: Record<string, (args: unknown[]) => unknown>;
  constructor(fields: Record<string, unknown>, methods: Record<string, (args: unknown[]) => unknown> = {}) {
    super();
    this.#fields = fields;
    this.#methods = methods;
  }
  override get(name: string): unknown {
    return name in this.#fields ? this.#fields[name] : super.get(name);
  }
  override set(name: string, value: unknown): void {
    if (!(name in this.#fields)) super.set(name, value);
    this.#fields[name] = value;
  }
  override at(key: unknown): unknown {
    return this.get(textOf(key));
  }
  override call(name: string, args: unknown[], give: (place: number, value: unknown) => void): unknown {
    return this.#methods[name] ? this.#methods[name](args) : super.call(name, args, give);
  }
}

export function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return new List(value.map(fromJson));
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  return new Structure(Object.entries(value).map(([name, one]) => [name, fromJson(one)]));
}

export function toJson(value: unknown): unknown {
  if (value instanceof List) return value.items.map(toJson);
  if (value instanceof Structure)
    return Object.fromEntries([...value.fields].map(([name, one]) => [name, toJson(one)]));
  if (value === undefined) return null;
  if (typeof value === 'object' || value === LEFT_OUT) throw new BslError('this cannot be written as JSON');
  return value;
}

/** The formats that the module uses. */
export function format([value, how]: unknown[]): string {
  if (value instanceof Day) {
    const [year = '', month = '', day = ''] = value.iso.split('-');
    if (how === 'ДФ=yyyy-MM-dd') return value.iso;
    if (how === 'ДФ=dd.MM.yyyy') return `${day}.${month}.${year}`;
  } else if (typeof value === 'number' && how === 'ЧРД=.; ЧГ=0; ЧН=0') return String(value);
  throw new BslError(`no format ${String(how)} of ${String(value)}`);
}
