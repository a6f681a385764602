import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAPPING } from '../../../integrations/1c/src/mapping.ts';
import { BslError, parseBsl, type Expression } from './parse-bsl.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../web/public/developers/${name}`, import.meta.url), 'utf8');
const source = read('1c-module.txt');
const routines = parseBsl(source);

/** Every expression of the module, whatever it is in. */
function* partsOf(value: unknown): Generator<Expression> {
  if (!value || typeof value !== 'object') return;
  if (isExpression(value)) yield value;
  for (const one of Object.values(value)) yield* partsOf(one);
}
const isExpression = (value: object): value is Expression => 'kind' in value && !('body' in value);
const expressions = [...partsOf(routines)];

/** The platform’s words and those of the module’s own structures. */
const NOT_OF_THE_BASE = new Set(
  `Ссылка Ключ Значение Отправить Настройки Умолчания Категория Единица КНП Сервер Место Договоры Сообщения Прервано
  СПоставщиком Исключительный Режим Заголовки Метаданные Реквизиты Тип Запись Предупреждение Текст КодСостояния`.split(
    /\s+/,
  ),
);
/** Fields are also named in texts: keys of a selection, and lists for `ЗаполнитьЗначенияСвойств`. */
const LISTED_BY = new Set([
  'Структура',
  'ЗаполнитьЗначенияСвойств',
  'Вставить',
  'ЗначениеПеречисления',
  'Итог',
]);

function namesOfFields(): Set<string> {
  const names = expressions.flatMap((one) => {
    if (one.kind === 'member') return [one.name];
    if (one.kind !== 'call' && one.kind !== 'new' && one.kind !== 'method') return [];
    if (!LISTED_BY.has(one.name)) return [];
    const texts = one.args.flatMap((arg) => (arg?.kind === 'value' ? String(arg.value).split(', ') : []));
    return texts.map((text) => text.split(' ')[0] ?? '');
  });
  // `Справочники.Контрагенты` is an object and no field; fields of answers are in Latin letters.
  const objects = new Set<string>(Object.keys(MAPPING).filter((name) => name !== 'Услуги'));
  return new Set(
    names.filter((name) => /^[А-ЯЁ]/u.test(name) && !NOT_OF_THE_BASE.has(name) && !objects.has(name)),
  );
}

describe('the module for 1C', () => {
  test('names the fields of the table and no others', () => {
    const table = new Set(Object.values(MAPPING).flatMap(({ fields }) => Object.keys(fields)));
    expect([...namesOfFields()].toSorted()).toEqual([...table].toSorted());
  });

  test('is described with the same fields, and its sample is read too', () => {
    const guide = read('ru/1c.md');
    const named = new Set([...guide.matchAll(/`([А-ЯЁ]\p{L}+)`/gu)].map(([, name]) => name));
    for (const { fields } of Object.values(MAPPING))
      for (const name of Object.keys(fields)) expect(named).toContain(name);
    const sample = /```bsl\n([^]*?)\n```/.exec(guide)?.[1] ?? '';
    expect(parseBsl(`Процедура Пример(Ключ)\n${sample}\nКонецПроцедуры`)).toHaveLength(1);
  });

  test('posts nothing, deletes nothing, and holds no key', () => {
    const methods = expressions.flatMap((one) => (one.kind === 'method' ? [one.name] : []));
    expect(methods).not.toContain('УстановитьПометкуУдаления');
    const written = expressions.filter(
      (one) => one.kind === 'method' && one.name === 'Записать' && one.args[0],
    );
    const modes = written.flatMap((one) =>
      one.kind === 'method' && one.args[0]?.kind === 'member' ? [one.args[0].name] : [],
    );
    expect(new Set(modes)).toEqual(new Set(['Запись']));
    expect(source).not.toMatch(/kls_(live|test)_/);
  });

  test('starts no transaction that it does not end on both ways', () => {
    const bodies = source.split(/^(?=Процедура |Функция )/m);
    for (const body of bodies.filter((one) => /^ *(НачатьЗапись|НачатьТранзакцию)\(\);$/m.test(one))) {
      const begins = [...body.matchAll(/^( *)(?:НачатьЗапись|НачатьТранзакцию)\(\);\n\1Попытка$/gm)];
      expect(begins.length, body).toBe(
        [...body.matchAll(/^ *(НачатьЗапись|НачатьТранзакцию)\(\);$/gm)].length,
      );
      expect([...body.matchAll(/Исключение\n +ОтменитьТранзакцию\(\);\n +ВызватьИсключение;/g)].length).toBe(
        begins.length,
      );
    }
  });

  test('calls only routines that are there, with as many values as they take', () => {
    const own = new Map(routines.map((routine) => [routine.name, routine]));
    for (const one of expressions) {
      if (one.kind !== 'call') continue;
      const routine = own.get(one.name);
      if (!routine) continue;
      const needed = routine.parameters.filter(({ fallback }) => !fallback).length;
      expect(one.args.length, one.name).toBeGreaterThanOrEqual(needed);
      expect(one.args.length, one.name).toBeLessThanOrEqual(routine.parameters.length);
    }
    const called = new Set(expressions.flatMap((one) => (one.kind === 'call' ? [one.name] : [])));
    const idle = routines.filter(({ name, is_exported }) => !is_exported && !called.has(name));
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['an open condition', source.replace('КонецЕсли;', '')],
    ['a missing semicolon', source.replace('Продолжить;', 'Продолжить')],
    ['a foreign word', source.replace('Цикл', 'Loop')],
    ['an open text', source.replace('"Kelisim"', '"Kelisim')],
    ['an open bracket', source.replace('(Обмен)', '(Обмен')],
  ])('%s is seen', (_, broken) => {
    expect(() => parseBsl(broken)).toThrow(BslError);
  });
});
