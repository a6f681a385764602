// Compares what is built with the published compatibility data of MDN: nothing that one of the oldest promised browsers
// lacks may be in it, unless it is listed here with the reason why the page goes without it (decisions 0065).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { parseSync, Visitor } from 'oxc-parser';

const assets = join(fileURLToPath(new URL('..', import.meta.url)), 'web', 'dist', 'assets');

/** As in `BROWSERS` of web/vite.config.ts. */
const OLDEST = { chrome: 109, edge: 109, firefox: 115, safari: 16.4, safari_ios: 16.4 } as const;

/** What may be there although a browser lacks it, and why nothing is lost. */
const ALLOWED: readonly [RegExp, string][] = [
  [/^cursor: |^resize\b/, 'phones have no pointer'],
  [/^:?-webkit-|^scrollbar-width|^overscroll-behavior|^:selection$|^forced-color-adjust/, 'looks only'],
  [/^text-wrap|^text-box|^backdrop-filter$|^background-clip: text$/, 'looks only'],
  [/^(user-select|text-size-adjust)/, 'stands beside its -webkit- name'],
  [/^(content-visibility|contain-intrinsic-size)/, 'only spares work'],
  [/^rect\(\)$/, 'the old clip property, which all know'],
  [/^(@page|size)$/, 'a printer offers its own paper where they are not known'],
  [/^justify-content: safe$/, 'a page wider than its frame begins at the left only where it is known'],
  [/^:has$/, 'a second line of focus, or room below; @supports gives the first one where it is missing'],
  [/^\.resize\(\)$/, 'the reader of QR codes has a method of this name'],
  [/^URL\.canParse$/, 'zod asks whether it is there'],
];

/** The same for pdf.js, the page and the worker. */
const PDF_JS = /^pdf[.-]/;
const ALLOWED_IN_PDF_JS: readonly [RegExp, string][] = [
  [/^(Promise\.withResolvers|\.toSpliced\(\)|\.transferToFixedLength\(\))$/, 'web/src/ui/pdf-stand-ins.ts'],
  [/^(Promise\.try|URL\.parse|Math\.sumPrecise|Uint8Array\.fromBase64)$/, 'its build for older browsers'],
  [/^\.(try|difference|intersection|with|getOrInsert(Computed)?)\(\)$/, 'the same'],
  [/^(JSON\.(rawJSON|isRawJSON)|Float16Array|ImageDecoder.*|VideoFrame)$/, 'it asks whether they are there'],
  [/^AbortSignal\.any$/, 'its editor, which the product does not open'],
];

/** Types whose new methods are looked for by name; those of the others have names that everybody uses. */
const TYPES = ['Array', 'ArrayBuffer', 'String', 'Set', 'Map', 'Promise', 'Object'];

interface Support {
  version_added: string | boolean | null;
  version_removed?: string;
  flags?: unknown[];
  prefix?: string;
  alternative_name?: string;
}
interface Feature {
  __compat?: { support: Record<string, Support | Support[] | undefined> };
  [name: string]: unknown;
}
const data = bcd as unknown as {
  javascript: { builtins: Record<string, Feature> };
  api: Record<string, Feature>;
  css: Record<'properties' | 'selectors' | 'at-rules' | 'types', Record<string, Feature>>;
};

/** The promised browsers that lack it; none where the data say nothing. */
function lacking(feature: Feature | undefined): string[] {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return Object.entries(OLDEST).flatMap(([browser, oldest]) => {
    const statements = [support[browser] ?? []].flat();
    const has = statements.some(
      ({ version_added, version_removed, flags, prefix, alternative_name }) =>
        !version_removed &&
        !flags &&
        !prefix &&
        !alternative_name &&
        (version_added === true ||
          (typeof version_added === 'string' && Number.parseFloat(version_added.replace('≤', '')) <= oldest)),
    );
    return statements.length === 0 || has ? [] : [`${browser} ${oldest}`];
  });
}

const own = (feature: Feature | undefined, name: string) =>
  feature && Object.hasOwn(feature, name) ? (feature[name] as Feature) : undefined;

/** Methods of the language that only new browsers have, whatever they are called on. */
const newMethods = new Map<string, Feature>();
for (const type of TYPES) {
  const members = data.javascript.builtins[type]!;
  for (const name of Object.keys(members))
    if (name !== '__compat' && name !== type && lacking(own(members, name)).length > 0)
      newMethods.set(name, own(members, name)!);
}
for (const members of Object.values(data.javascript.builtins))
  for (const name of Object.keys(members))
    if (newMethods.has(name) && lacking(own(members, name)).length === 0) newMethods.delete(name);

const faults = new Map<string, Set<string>>();
function hold(name: string, feature: Feature | undefined, file: string): void {
  const missing = lacking(feature);
  const allowed = PDF_JS.test(file) ? [...ALLOWED, ...ALLOWED_IN_PDF_JS] : ALLOWED;
  if (missing.length === 0 || allowed.some(([one]) => one.test(name))) return;
  const key = `${name} (${missing.join(', ')})`;
  faults.set(key, (faults.get(key) ?? new Set()).add(file));
}

function checkScript(text: string, file: string): void {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  new Visitor({
    NewExpression({ callee }) {
      if (callee.type === 'Identifier')
        hold(callee.name, data.javascript.builtins[callee.name] ?? data.api[callee.name], file);
    },
    CallExpression({ callee, optional }) {
      if (callee.type === 'Identifier') hold(`${callee.name}()`, data.api[callee.name], file);
      if (optional || callee.type !== 'MemberExpression' || callee.computed) return;
      const { object, property } = callee;
      if (property.type !== 'Identifier') return;
      const of = object.type === 'Identifier' ? object.name : '';
      const known = Object.hasOwn(data.javascript.builtins, of) || Object.hasOwn(data.api, of);
      if (known) {
        hold(`${of}.${property.name}`, own(data.javascript.builtins[of], property.name), file);
        hold(`${of}.${property.name}`, own(data.api[of], `${property.name}_static`), file);
      } else hold(`.${property.name}()`, newMethods.get(property.name), file);
    },
  }).visit(program);
}

/** Functions and units stand somewhere among the types. */
function findType(name: string, types: Record<string, unknown> = data.css.types): Feature | undefined {
  for (const [key, value] of Object.entries(types)) {
    if (key === '__compat' || typeof value !== 'object' || value === null) continue;
    if (key === name) return value as Feature;
    const deeper = findType(name, value as Record<string, unknown>);
    if (deeper) return deeper;
  }
  return undefined;
}

function checkSheet(text: string, file: string): void {
  const plain = text.replace(/\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)/g, '""');
  for (const [, name] of plain.matchAll(/@([a-z-]+)/g)) hold(`@${name}`, data.css['at-rules'][name!], file);
  for (const [, selector] of plain.matchAll(/([^{};]*)\{/g))
    if (!selector!.startsWith('@'))
      for (const [, name] of selector!.matchAll(/::?([a-z-]+)/g))
        hold(`:${name}`, data.css.selectors[name!], file);
  for (const [, property, value] of plain.matchAll(/[{;]([a-z-]+):([^;{}]*)(?=[;}])/g)) {
    const known = data.css.properties[property!];
    hold(property!, known, file);
    for (const [word] of value!.matchAll(/[a-z][a-z-]+/g)) {
      hold(`${property}: ${word}`, own(known, word), file);
      if (value!.includes(`${word}(`)) hold(`${word}()`, findType(word), file);
    }
  }
}

for (const file of readdirSync(assets)) {
  if (/\.m?js$/.test(file)) checkScript(readFileSync(join(assets, file), 'utf8'), file);
  if (file.endsWith('.css')) checkSheet(readFileSync(join(assets, file), 'utf8'), file);
}
for (const [fault, files] of faults) console.error(`${fault}: ${[...files].slice(0, 5).join(', ')}`);
process.exitCode = faults.size > 0 ? 1 : 0;
