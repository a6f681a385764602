import { parseSync } from 'oxc-parser';

/** A node of the tree, as far as changes need to know it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Place {
  parents: readonly Node[];
  name: string;
  within: number;
}

export interface FunctionSpan {
  name: string;
  /** Where its body begins and ends, and whether the body is a block. */
  start: number;
  end: number;
  is_block: boolean;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The functions of a module in the order in which `Mutant.within` counts them. */
export function listFunctions(file: string, text: string): FunctionSpan[] {
  const spans: FunctionSpan[] = [];
  visit(file, text, (node, place) => {
    if (!FUNCTIONS.has(node.type) || !node.body) return;
    const body = node.body as Node;
    spans.push({
      name: place.name,
      start: body.start,
      end: body.end,
      is_block: body.type === 'BlockStatement',
    });
  });
  return spans;
}

/** Walks what runs: no types, no imports, nothing that is only said. */
export function visit(file: string, text: string, enter: (node: Node, place: Place) => void): void {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  let functions = 0;
  const walk = (node: Node, place: Place): void => {
    if (isSilent(node, text)) return;
    const name = nameWithin(node, place, text);
    const own: Place = { ...place, name };
    enter(node, own);
    const inner: Place = {
      parents: [...place.parents, node],
      name,
      within: FUNCTIONS.has(node.type) && node.body ? functions++ : place.within,
    };
    for (const child of childrenOf(node)) walk(child, inner);
  };
  walk({ ...program }, { parents: [], name: '', within: -1 });
}

const SAID = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ThrowStatement']);

/** A thrown problem is the guard's; its words are texts. */
function isSilent(node: Node, text: string): boolean {
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression') return false;
  if (node.type === 'TSSatisfiesExpression') return false;
  if (node.type.startsWith('TS') || SAID.has(node.type)) return true;
  const said = node.type === 'CallExpression' || node.type === 'NewExpression';
  return (
    said &&
    /^(console\.|new \w*Error\b|new Problem\b|(\w+\.)*log\.)/.test(text.slice(node.start, node.start + 60))
  );
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType')
      continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof (child as Node).type === 'string' && typeof (child as Node).start === 'number')
        children.push(child as Node);
  }
  return children;
}

/** Dots between what names the place: declarations, methods, and properties that hold functions. */
function nameWithin(node: Node, { name, parents }: Place, text: string): string {
  const parent = parents.at(-1);
  let own: string | undefined;
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    own = (node.id as { name?: string } | null)?.name;
  else if (node.type === 'VariableDeclarator' && (name === '' || holdsFunction(node.init)))
    own = text.slice((node.id as Node).start, (node.id as Node).end).replace(/\s*:[\s\S]*/, '');
  else if ((node.type === 'Property' || node.type === 'MethodDefinition') && holdsFunction(node.value))
    own = text.slice((node.key as Node).start, (node.key as Node).end).replaceAll("'", '');
  if (!own || parent?.type === 'ObjectPattern') return name;
  return name ? `${name}.${own}` : brief(own);
}

function holdsFunction(value: unknown): boolean {
  return FUNCTIONS.has((value as Node | null)?.type ?? '');
}

/** One line, short enough for a table. */
export function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 44)}…${line.slice(-25)}` : line;
}
