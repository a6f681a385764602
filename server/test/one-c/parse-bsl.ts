/** The part of BSL that our module is written in. What is outside of it is a `BslError`, so that the module stays plain. */
export type Expression =
  | { kind: 'value'; value: string | number | boolean | undefined }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Expression; name: string }
  | { kind: 'index'; of: Expression; at: Expression }
  | { kind: 'call'; name: string; args: Arguments }
  | { kind: 'method'; of: Expression; name: string; args: Arguments }
  | { kind: 'new'; name: string; args: Arguments }
  | { kind: 'not' | 'minus'; of: Expression }
  | { kind: 'operator'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression };
/** What is left out between commas is null. */
export type Arguments = (Expression | null)[];
export type Statement =
  | { kind: 'assign'; to: Expression; value: Expression }
  | { kind: 'do'; what: Expression }
  | { kind: 'if'; branches: { condition: Expression; body: Statement[] }[]; otherwise: Statement[] }
  | { kind: 'each'; name: string; of: Expression; body: Statement[] }
  | { kind: 'while'; condition: Expression; body: Statement[] }
  | { kind: 'try'; body: Statement[]; caught: Statement[] }
  | { kind: 'raise' | 'return'; what: Expression | null }
  | { kind: 'break' | 'continue' };
export interface Routine {
  name: string;
  is_function: boolean;
  is_exported: boolean;
  parameters: { name: string; fallback: Expression | null }[];
  body: Statement[];
}

export class BslError extends Error {}

const KEYWORDS = new Set(
  `Процедура КонецПроцедуры Функция КонецФункции Экспорт Если Тогда ИначеЕсли Иначе КонецЕсли Для Каждого Из Цикл
  КонецЦикла Пока Попытка Исключение КонецПопытки ВызватьИсключение Возврат Прервать Продолжить Новый И Или Не Истина
  Ложь Неопределено`.split(/\s+/),
);
interface Token {
  kind: 'word' | 'keyword' | 'number' | 'text' | 'sign' | 'end';
  text: string;
  line: number;
}

const TOKEN =
  /(\s+|\/\/[^\n]*|^#(?:Область [А-ЯЁа-яё0-9]+|КонецОбласти)$)|([\p{L}_][\p{L}\d_]*)|(\d+(?:\.\d+)?)|"((?:[^"\n]|"")*)"|(<>|<=|>=|[-+*/=<>()[\],.;?])/muy;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (!found) throw new BslError(`line ${line}: ${source.slice(at, at + 20)}`);
    const [all, , word, number, text, sign] = found;
    if (word) tokens.push({ kind: KEYWORDS.has(word) ? 'keyword' : 'word', text: word, line });
    else if (number) tokens.push({ kind: 'number', text: number, line });
    else if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll('""', '"'), line });
    else if (sign) tokens.push({ kind: 'sign', text: sign, line });
    line += all.split('\n').length - 1;
  }
  tokens.push({ kind: 'end', text: '', line });
  return tokens;
}

/** Reads a module: its routines and nothing else. */
export function parseBsl(source: string): Routine[] {
  const tokens = tokensOf(source);
  let at = 0;
  const here = () => tokens[at] ?? tokens.at(-1)!;
  const is = (text: string) => here().text === text && here().kind !== 'text' && here().kind !== 'word';
  const skip = (text: string) => (is(text) ? ((at += 1), true) : false);
  function fail(wanted: string): never {
    throw new BslError(`line ${here().line}: ${wanted} and not «${here().text}»`);
  }
  const want = (text: string) => {
    if (!skip(text)) fail(text);
  };
  function word(): string {
    const { kind, text } = here();
    if (kind !== 'word') fail('a name');
    at += 1;
    return text;
  }

  function routine(): Routine {
    const is_function = is('Функция');
    want(is_function ? 'Функция' : 'Процедура');
    const name = word();
    const parameters: Routine['parameters'] = [];
    want('(');
    while (!is(')')) {
      if (parameters.length > 0) want(',');
      parameters.push({ name: word(), fallback: skip('=') ? expression() : null });
    }
    want(')');
    const is_exported = skip('Экспорт');
    const end = is_function ? 'КонецФункции' : 'КонецПроцедуры';
    const body = bodyUntil(end);
    want(end);
    return { name, is_function, is_exported, parameters, body };
  }

  function bodyUntil(...ends: string[]): Statement[] {
    const body: Statement[] = [];
    while (!ends.some(is)) {
      body.push(statement());
      want(';');
    }
    return body;
  }

  function statement(): Statement {
    if (skip('Если')) return condition();
    if (skip('Для')) {
      want('Каждого');
      const name = word();
      want('Из');
      const of = expression();
      return { kind: 'each', name, of, body: loop() };
    }
    if (skip('Пока')) return { kind: 'while', condition: expression(), body: loop() };
    if (skip('Попытка')) {
      const body = bodyUntil('Исключение');
      want('Исключение');
      const caught = bodyUntil('КонецПопытки');
      want('КонецПопытки');
      return { kind: 'try', body, caught };
    }
    if (skip('ВызватьИсключение')) return { kind: 'raise', what: is(';') ? null : expression() };
    if (skip('Возврат')) return { kind: 'return', what: is(';') ? null : expression() };
    if (skip('Прервать')) return { kind: 'break' };
    if (skip('Продолжить')) return { kind: 'continue' };
    const to = postfix();
    if (!skip('=')) {
      if (to.kind !== 'call' && to.kind !== 'method') fail('a statement');
      return { kind: 'do', what: to };
    }
    if (to.kind !== 'name' && to.kind !== 'member' && to.kind !== 'index') fail('something to assign to');
    return { kind: 'assign', to, value: expression() };
  }

  function condition(): Statement {
    const branches: { condition: Expression; body: Statement[] }[] = [];
    let otherwise: Statement[] = [];
    do {
      const condition = expression();
      want('Тогда');
      branches.push({ condition, body: bodyUntil('ИначеЕсли', 'Иначе', 'КонецЕсли') });
    } while (skip('ИначеЕсли'));
    if (skip('Иначе')) otherwise = bodyUntil('КонецЕсли');
    want('КонецЕсли');
    return { kind: 'if', branches, otherwise };
  }

  function loop(): Statement[] {
    want('Цикл');
    const body = bodyUntil('КонецЦикла');
    want('КонецЦикла');
    return body;
  }

  /** From the loosest to the tightest. */
  const LEVELS = [['Или'], ['И'], ['=', '<>', '<', '>', '<=', '>='], ['+', '-'], ['*', '/']];
  function expression(level = 0): Expression {
    const operators = LEVELS[level];
    if (!operators) return unary();
    // «Не» binds looser than a comparison.
    if (level === 2 && skip('Не')) return { kind: 'not', of: expression(2) };
    let left = expression(level + 1);
    for (;;) {
      const operator = operators.find(is);
      if (!operator) return left;
      at += 1;
      left = { kind: 'operator', operator, left, right: expression(level + 1) };
    }
  }

  function unary(): Expression {
    return skip('-') ? { kind: 'minus', of: unary() } : postfix();
  }

  function postfix(): Expression {
    let of = primary();
    for (;;) {
      if (skip('.')) {
        // After a point a keyword is a name.
        const { kind, text } = here();
        if (kind !== 'word' && kind !== 'keyword') fail('a name');
        at += 1;
        of = is('(') ? { kind: 'method', of, name: text, args: args() } : { kind: 'member', of, name: text };
      } else if (skip('[')) {
        of = { kind: 'index', of, at: expression() };
        want(']');
      } else return of;
    }
  }

  function primary(): Expression {
    const { kind, text } = here();
    if (kind === 'number' || kind === 'text') {
      at += 1;
      return { kind: 'value', value: kind === 'number' ? Number(text) : text };
    }
    for (const [literal, value] of [
      ['Истина', true],
      ['Ложь', false],
      ['Неопределено', undefined],
    ] as const)
      if (skip(literal)) return { kind: 'value', value };
    if (skip('Новый')) {
      const name = word();
      return { kind: 'new', name, args: is('(') ? args() : [] };
    }
    if (skip('?')) {
      const [condition, yes, no, more] = args();
      if (!condition || !yes || !no || more !== undefined) fail('three parts of a choice');
      return { kind: 'choice', condition, yes, no };
    }
    if (skip('(')) {
      const inner = expression();
      want(')');
      return inner;
    }
    const name = word();
    return is('(') ? { kind: 'call', name, args: args() } : { kind: 'name', name };
  }

  function args(): Arguments {
    const found: Arguments = [];
    want('(');
    if (skip(')')) return found;
    do found.push(is(',') || is(')') ? null : expression());
    while (skip(','));
    want(')');
    return found;
  }

  const routines: Routine[] = [];
  while (here().kind !== 'end') routines.push(routine());
  return routines;
}
