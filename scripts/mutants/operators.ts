import { EMPLOYEE_RIGHTS } from '../../shared/src/kernel/rights.ts';
import { brief, visit, type Node, type Place } from './walk-module.ts';

/** One change of one rule. `start` and `end` are offsets into the text of the module. */
export interface Mutant {
  file: string;
  /** Top-level declaration, and the named function or property inside it: `actTable`, `routes.acts.send`. */
  name: string;
  /** `<operator>: <before> → <after>`; `(2)` behind it when a function has the same change twice. */
  change: string;
  start: number;
  end: number;
  text: string;
  /** Index of the innermost function around it in `listFunctions`, -1 at the top level of the module. */
  within: number;
}

const BOUNDARY: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const EQUALITY: Record<string, string> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' };
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNED: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=' };
const SQL_OPERATOR: Record<string, string> = {
  ...BOUNDARY,
  '=': '!=',
  '!=': '=',
  '<>': '=',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};
const CONDITIONS = new Set(['where', 'orWhere', 'having', 'whereRef', 'on', 'onRef']);
const RIGHTS: ReadonlySet<string> = new Set(EMPLOYEE_RIGHTS);
/** What is said to a programmer or to the log decides nothing. */
const SPEECH =
  /^(console\.|(new )?(Type|Range|Syntax)?Error\b|(\w+\.)*log(ger)?(\.|\())|\.(debug|info|warn|trace|error)\(/;

/** Every change this tool knows how to make to a module, in the order of its text. */
export function findMutants(file: string, text: string): Mutant[] {
  const found: Mutant[] = [];
  visit(file, text, (node, place) => {
    for (const { operator, start, end, to, before: called } of changesOf(node, place, text)) {
      const before = brief(called ?? text.slice(start, end));
      found.push({
        file,
        name: place.name,
        change: `${operator}: ${before} → ${brief(to) || 'nothing'}`,
        start,
        end,
        text: to,
        within: place.within,
      });
    }
  });
  return numbered(found.sort((one, other) => one.start - other.start || one.end - other.end));
}

export function applyMutant(text: string, mutant: Mutant): string {
  return text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end);
}

/** The same wherever the lines of the module move to. */
export function keyOf({ file, name, change }: Pick<Mutant, 'file' | 'name' | 'change'>): string {
  return `${file} | ${name} | ${change}`;
}

interface Change {
  operator: string;
  start: number;
  end: number;
  to: string;
  /** What the change calls itself, when that is less than what it takes away. */
  before?: string;
}

function changesOf(node: Node, { parents, within }: Place, text: string): Change[] {
  const source = (part: Node): string => text.slice(part.start, part.end);
  const whole = (operator: string, to: string): Change => ({
    operator,
    start: node.start,
    end: node.end,
    to,
  });
  switch (node.type) {
    case 'BinaryExpression':
      return binary(node, text).map(({ operator, sign }) =>
        whole(operator, `${source(node.left as Node)} ${sign} ${source(node.right as Node)}`),
      );
    case 'LogicalExpression': {
      if (node.operator === '??') return [whole('default', source(node.left as Node))];
      const sign = node.operator === '&&' ? '||' : '&&';
      // In brackets: `a && b || c` is another tree, and `??` refuses to stand beside either.
      return [whole('logic', `(${source(node.left as Node)} ${sign} (${source(node.right as Node)}))`)];
    }
    case 'AssignmentExpression': {
      const sign = ASSIGNED[node.operator as string];
      return sign
        ? [whole('arithmetic', `${source(node.left as Node)} ${sign} ${source(node.right as Node)}`)]
        : [];
    }
    case 'IfStatement':
      return [...negated(node.test as Node, text), ...guard(node)];
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negated(node.test as Node, text);
    case 'Literal':
      return literal(node, parents, within, text);
    case 'ArrayExpression':
      return members(node, parents, within, text);
    case 'ExpressionStatement':
      return statement(node, within, text);
    case 'CallExpression':
      return condition(node, text);
    case 'TaggedTemplateExpression':
      return sqlTemplate(node, text);
    default:
      return [];
  }
}

function binary(node: Node, text: string): { operator: string; sign: string }[] {
  const sign = node.operator as string;
  if (BOUNDARY[sign]) {
    const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }[sign]!;
    return [
      { operator: 'boundary', sign: BOUNDARY[sign] },
      { operator: 'opposite', sign: opposite },
    ];
  }
  if (EQUALITY[sign]) return [{ operator: 'equality', sign: EQUALITY[sign] }];
  const is_text = [node.left as Node, node.right as Node].some((part) => isText(part, text));
  return ARITHMETIC[sign] && !is_text ? [{ operator: 'arithmetic', sign: ARITHMETIC[sign] }] : [];
}

/** Minus between texts kills whatever is tested, and shows nothing. */
function isText(node: Node, text: string): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return isText(node.left as Node, text) || isText(node.right as Node, text);
  return node.type === 'Literal' && /^['"]/.test(text.slice(node.start, node.end));
}

/** Comparisons have opposites of their own; two names of one change would count twice. */
function negated(test: Node, text: string): Change[] {
  const part = unwrap(test);
  const compares =
    part.type === 'BinaryExpression' && part.operator !== 'in' && part.operator !== 'instanceof';
  if (compares) return [];
  const before = text.slice(test.start, test.end);
  const to =
    part.type === 'UnaryExpression' && part.operator === '!' && /^!\w/.test(before)
      ? before.slice(1)
      : `!(${before})`;
  return [{ operator: 'condition', start: test.start, end: test.end, to }];
}

/** `if (…) throw`, `return` and `continue` without an `else`. */
function guard(node: Node): Change[] {
  const body = node.consequent as Node;
  const first = (body.type === 'BlockStatement' ? (body.body as Node[]).at(-1) : body) as Node | undefined;
  const leaves = first && ['ThrowStatement', 'ReturnStatement', 'ContinueStatement'].includes(first.type);
  if (node.alternate || !leaves) return [];
  const test = node.test as Node;
  return [{ operator: 'guard', start: test.start, end: test.end, to: 'false' }];
}

function literal(node: Node, parents: readonly Node[], within: number, text: string): Change[] {
  const raw = text.slice(node.start, node.end);
  const change = (operator: string, to: string): Change => ({
    operator,
    start: node.start,
    end: node.end,
    to,
  });
  if (raw === 'true' || raw === 'false') return [change('boolean', String(raw !== 'true'))];
  const parent = parents.at(-1)!;
  if (/^\d[\d_]*n?$/.test(raw) && !isKey(node, parent) && !isOrder(parents, text)) {
    const suffix = raw.endsWith('n') ? 'n' : '';
    const value = BigInt(raw.replace(/[_n]/g, ''));
    const more = change('number', `${value + 1n}${suffix}`);
    // A limit has two sides.
    return within < 0 && value > 1n ? [more, change('number', `${value - 1n}${suffix}`)] : [more];
  }
  const [, right] = /^'(\w+)'$/.exec(raw) ?? [];
  if (within >= 0 && RIGHTS.has(right!))
    return [change('right', right === 'view_statistics' ? `'sign'` : `'view_statistics'`)];
  // The words of a table that code reads: a state a move leads to, a right a deed needs.
  const is_word = /^'[a-z][a-z_]*'$/.test(raw) && within < 0;
  const is_value = parent.type === 'Property' && parent.value === node;
  return is_word && (is_value || inCallOfTable(node, parents)) ? [change('word', `'~${raw.slice(1)}`)] : [];
}

/** `one < other ? 1 : -1` means what 2 and -3 would mean. */
function isOrder(parents: readonly Node[], text: string): boolean {
  return parents.slice(-2).some((node) => {
    if (node.type !== 'ConditionalExpression') return false;
    const [yes, no] = [node.consequent as Node, node.alternate as Node];
    return [yes, no].every(({ start, end }) => /^-?1$/.test(text.slice(start, end)));
  });
}

function isKey(node: Node, parent: Node): boolean {
  return parent.type === 'Property' && parent.key === node;
}

/** An argument of a call that builds a table at the top level: `moves([…], 'send', …)`, never `z.enum` or `text('…')`. */
function inCallOfTable(node: Node, parents: readonly Node[]): boolean {
  const call = parents.at(-1)!;
  if (call.type !== 'CallExpression' || !(call.arguments as Node[]).includes(node)) return false;
  return (call.callee as Node).type === 'Identifier' && (call.arguments as Node[]).length > 2;
}

/** Members of lists that decide: tables at the top level, `[…].includes`, `new Set([…])`, `where(…, 'in', […])`. */
function members(node: Node, parents: readonly Node[], within: number, text: string): Change[] {
  const elements = node.elements as (Node | null)[];
  if (elements.length === 0 || elements.some((element) => element === null)) return [];
  const parent = parents.at(-1)!;
  const pair =
    parent.type === 'ArrayExpression' || (parent.type === 'CallExpression' && calls(parent, /^Promise\./));
  if (pair) return [];
  const asked =
    (parent.type === 'MemberExpression' && (parent.property as Node).name === 'includes') ||
    (parent.type === 'NewExpression' && (parent.callee as Node).name === 'Set') ||
    (parent.type === 'CallExpression' && CONDITIONS.has(nameOfCall(parent)));
  // Words for people stand in tables too.
  if ((!asked && within >= 0) || /[а-яәіңғүұқөһ]/i.test(text.slice(node.start, node.end))) return [];
  return elements.map((element, index) => {
    const next = elements[index + 1];
    const previous = elements[index - 1];
    const start = next ? element!.start : (previous?.end ?? element!.start);
    const before = text.slice(element!.start, element!.end);
    return { operator: 'member', start, end: next ? next.start : element!.end, to: '', before };
  });
}

/** A call made for what it does, `await` or not. */
function statement(node: Node, within: number, text: string): Change[] {
  if (within < 0) return [];
  const expression = node.expression as Node;
  const call = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression;
  if (call.type !== 'CallExpression' || SPEECH.test(text.slice(call.start, call.end))) return [];
  return [{ operator: 'call', start: node.start, end: node.end, to: ';' }];
}

/** A condition of a query: gone, or with another operator. */
function condition(node: Node, text: string): Change[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || !CONDITIONS.has(nameOfCall(node))) return [];
  const args = node.arguments as Node[];
  const object = callee.object as Node;
  const gone: Change = { operator: 'where', start: object.end, end: node.end, to: '' };
  const sign = args[1] && /^'([^']+)'$/.exec(text.slice(args[1].start, args[1].end))?.[1];
  const other = sign && SQL_OPERATOR[sign];
  if (!other) return [gone];
  return [gone, { operator: 'operator', start: args[1]!.start, end: args[1]!.end, to: `'${other}'` }];
}

const SQL_WORDS: [RegExp, (match: string) => string][] = [
  [/ (<=|>=|<|>) /g, (sign) => ` ${BOUNDARY[sign.trim()]} `],
  [/ (=|<>) (?!any\b)/g, (sign) => (sign.trim() === '=' ? ' <> ' : ' = ')],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\b(where|and) not\b/g, (words) => words.replace(' not', '')],
  [/'[a-z_]+', (?='[a-z_]+')/g, () => ''],
  [/, '[a-z_]+'(?=\))/g, () => ''],
];

/** Comparisons and lists of states inside sql`…`. */
function sqlTemplate(node: Node, text: string): Change[] {
  if (!/^sql\b/.test(text.slice(node.start, node.start + 4))) return [];
  const found: Change[] = [];
  for (const quasi of (node.quasi as { quasis: Node[] }).quasis) {
    const words = text.slice(quasi.start, quasi.end);
    if (!/\b(where|and|or|when|case|filter|on|having)\b|^[^=<>]* (=|<>|<|>|<=|>=) /.test(words)) continue;
    for (const [pattern, other] of SQL_WORDS)
      for (const match of words.matchAll(pattern)) {
        const start = quasi.start + match.index;
        found.push({ operator: 'sql', start, end: start + match[0].length, to: other(match[0]) });
      }
  }
  return found;
}

function nameOfCall(call: Node): string {
  const callee = call.callee as Node;
  return callee.type === 'MemberExpression' ? String((callee.property as Node).name ?? '') : '';
}

function calls(call: Node, name: RegExp): boolean {
  const callee = call.callee as { object?: { name?: string }; property?: { name?: string } };
  return name.test(`${callee.object?.name}.${callee.property?.name}`);
}

function unwrap(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? unwrap(node.expression as Node) : node;
}

function numbered(mutants: Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  for (const mutant of mutants) {
    const key = keyOf(mutant);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > 1) mutant.change += ` (${count})`;
  }
  return mutants;
}
