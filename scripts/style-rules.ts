import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How many rules of the kind below are still there. It may only fall. */
const ALLOWED = 85;

const LAYOUT = /^(display|(row-|column-)?gap|flex(-.+)?|align-.+|justify-.+|margin(-.+)?|list-style(-.+)?)$/;

/** Returns `file: .class` of every rule that only lays out, which the classes of `primitives.ts` do for all. */
export function findLayoutRules(file: string, css: string): string[] {
  const found: string[] = [];
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '');
  // What a rule does in a narrow window or on paper is special by itself, so nested rules are passed over.
  for (const { selector, body } of rulesOf(bare)) {
    if (selector.startsWith('@')) continue;
    const declarations = body.split(';').flatMap((one) => one.trim() || []);
    if (declarations.length > 0 && declarations.every(isLayout)) found.push(`${file}: ${selector}`);
  }
  return found;
}

function isLayout(declaration: string): boolean {
  const [name = '', value = ''] = declaration.split(':').map((part) => part.trim());
  if (name === 'padding') return value === '0';
  return LAYOUT.test(name) && !(name === 'display' && value === 'none');
}

/** The rules of the top: what stands before a brace, and everything up to the brace that closes it. */
function rulesOf(css: string): { selector: string; body: string }[] {
  const rules: { selector: string; body: string }[] = [];
  for (let at = 0; ;) {
    const open = css.indexOf('{', at);
    if (open < 0) return rules;
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < css.length; end++)
      depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    rules.push({ selector: css.slice(at, open).trim(), body: css.slice(open + 1, end - 1) });
    at = end;
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../web/src', import.meta.url));
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort();
  const found = sheets.flatMap((file) => findLayoutRules(file, readFileSync(join(root, file), 'utf8')));
  if (found.length > ALLOWED) {
    console.error(found.join('\n'));
    console.error(
      `${found.length} rules only lay out, ${ALLOWED} are allowed: use the classes of web/src/ui/primitives.ts.`,
    );
    process.exitCode = 1;
  } else if (found.length < ALLOWED) console.log(`Only ${found.length} are left of ${ALLOWED} allowed.`);
}
