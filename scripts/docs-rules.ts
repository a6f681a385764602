import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTree } from './import-graph.ts';
import { mayImport, roomOf } from './import-rules.ts';

/** Returns a sentence for each statement of the documents under `root` that the repository contradicts. */
export function findDocFaults(root: string): string[] {
  const docs = listDocs(root);
  const faults = docs.flatMap((doc) => {
    const text = readFileSync(join(root, doc), 'utf8');
    return [
      ...brokenLinks(root, doc, text),
      ...(doc.startsWith('docs/decisions/') ? [] : missingPaths(root, text)),
      ...unknownScripts(root, text),
      ...(doc === 'docs/operations.md' ? wrongSettings(root, text) : []),
      ...(doc === 'docs/invariants.md' ? wrongInvariants(root, text) : []),
      ...(doc === 'ARCHITECTURE.md' ? [...wrongImports(text), ...brokenWays(root, text)] : []),
      ...(doc.startsWith('docs/decisions/') ? wrongRecord(doc, text) : []),
    ].map((fault) => `${doc}: ${fault}`);
  });
  return [...faults, ...wrongNumbers(docs)];
}

/** Records count from 1 without holes, so that a number names one. */
function wrongNumbers(docs: readonly string[]): string[] {
  const numbers = docs.flatMap((doc) => /^docs\/decisions\/(\d{4})-/.exec(doc)?.[1] ?? []).toSorted();
  return numbers
    .filter((number, at) => Number(number) !== at + 1)
    .slice(0, 1)
    .map((number) => `docs/decisions: ${number} comes twice, or after a hole`);
}

/** Returns the paths of the documents, relative to `root`: those at the top, in `docs` and of `eds`. */
export function listDocs(root: string): string[] {
  const folders = ['', 'docs', 'docs/decisions', 'eds'].filter((folder) => existsSync(join(root, folder)));
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder ? `${folder}/${name}` : name)),
  );
}

function brokenLinks(root: string, doc: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !existsSync(join(root, dirname(doc), target)))
    .map((target) => `links to ${target}, which does not exist`);
}

const rooms = /^(shared|eds|server|web|e2e|bench|scripts|docs)\//;

/** A decision record may name what is gone. Only what is written as a path is one: in backticks, from a room on, without a placeholder or a `*`. */
function missingPaths(root: string, text: string): string[] {
  return [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => rooms.test(path) && !existsSync(join(root, normalize(path))))
    .map((path) => `names ${path}, which does not exist`);
}

function unknownScripts(root: string, text: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  return [...text.matchAll(/`npm run (?:-s )?([\w:-]+)/g)]
    .map(([, name]) => name!)
    .filter((name) => !(name in scripts))
    .map((name) => `names "npm run ${name}", which does not exist`);
}

/** The settings are the keys of these objects and the first cells of the tables. */
const SETTINGS = /^(?:const Environment = z\.object\(|export const PROCESS_SETTINGS = )\{\n([^]*?)\n\}\)?;/m;

function wrongSettings(root: string, text: string): string[] {
  const environments = ['config.ts', 'process-settings.ts', 'backup/backup-settings.ts'].map((file) => {
    const path = join(root, 'server/src/platform', file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return SETTINGS.exec(source)?.[1] ?? '';
  });
  const read = new Set([...environments.join('\n').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!));
  const rows = [...text.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell!).join(' ');
  const described = new Set([...rows.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!));
  return [
    ...[...read].filter((name) => !text.includes(`\`${name}`)).map((name) => `does not describe ${name}`),
    ...[...described].filter((name) => !read.has(name)).map((name) => `describes ${name}, which is not read`),
  ];
}

/** An invariant is a row with its id and its file. */
function wrongInvariants(root: string, text: string): string[] {
  const folder = join(root, 'server/src/invariants');
  const checked = readdirSync(folder)
    .map((name) => [name, /^ {2}id: '(I\d+)'/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]] as const)
    .filter(([, id]) => id)
    .map(([name, id]) => `${id} in server/src/invariants/${name}`);
  const listed = [...text.matchAll(/^\| (I\d+) \|.*`([^`]+)` \|$/gm)].map(
    ([, id, file]) => `${id} in ${file}`,
  );
  return [
    ...checked.filter((one) => !listed.includes(one)).map((one) => `does not list ${one}`),
    ...listed.filter((one) => !checked.includes(one)).map((one) => `lists ${one}, which is not there`),
  ];
}

/** A file in each place of the table of imports. Two of a place are in different features or adapters. */
const samples: Record<string, string[]> = {
  'shared/src/kernel': ['shared/src/kernel/a.ts'],
  'shared/src/features': ['shared/src/features/a/a.ts'],
  'eds/src': ['eds/src/a.ts'],
  'server/src/platform': ['server/src/platform/a.ts'],
  ports: ['server/src/adapters/a/a.ts', 'server/src/adapters/b/b.ts'],
  'server/src/adapters': ['server/src/adapters/c/x/c.ts', 'server/src/adapters/d/x/d.ts'],
  'server/src/parts.ts': ['server/src/parts.ts'],
  'server/src/features': ['server/src/features/a/a.ts', 'server/src/features/b/b.ts'],
  'server/src/app.ts': ['server/src/app.ts'],
  'web/src/platform': ['web/src/platform/a.ts'],
  'web/src/ui': ['web/src/ui/a.ts'],
  'web/src/features': ['web/src/features/a/a.ts', 'web/src/features/b/b.ts'],
  'web/src/app': ['web/src/app/a.ts'],
};
const doors = ['server/src/features/b/public.ts', 'web/src/features/b/public.ts'];
/** Of these places a file may not import another feature or adapter; of all others it may import its neighbours. */
const divided = ['ports', 'server/src/adapters', 'server/src/features', 'web/src/features'];

/** Compares the table of imports with the rules, for a sample of every place with a sample of every other. */
function wrongImports(text: string): string[] {
  const table = /\n## Imports\n([^]*?)\n## /.exec(text)?.[1] ?? '';
  const rows = new Map(
    [...table.matchAll(/^\| (\S+) \| (?!may import)(.*) \|$/gm)]
      .filter(([, place]) => !/^-+$/.test(place!))
      .map(([, place, targets]) => [place!.replaceAll('`', ''), targets!.replaceAll('`', '').split(', ')]),
  );
  const missing = Object.keys(samples).filter((place) => !rows.has(place));
  const unknown = [...rows.keys()].filter((place) => !(place in samples));
  const targets = [...Object.values(samples).map((files) => files.at(-1)!), ...doors];
  const wrong = [...rows].flatMap(([place, listed]) => {
    const from = samples[place]?.[0];
    if (!from) return [];
    return targets
      .filter((to) => to !== from && !(to.startsWith(`${place}/`) && !divided.includes(place)))
      .filter((to) => mayImport(from, to) !== listed.some((name) => covers(name, from, to)))
      .map((to) => `the table of imports is wrong about ${place} importing ${to}`);
  });
  return [
    ...missing.map((place) => `the table of imports lacks ${place}`),
    ...unknown.map((place) => `the table of imports names ${place}, for which there is no sample`),
    ...wrong,
  ];
}

function covers(name: string, from: string, to: string): boolean {
  if (name === 'shared' || name === 'eds') return to.startsWith(`${name}/`);
  if (name.startsWith('all of ')) return to.startsWith(`${name.slice('all of '.length)}/`);
  if (name === 'doors') return doors.includes(to) && to.split('/')[0] === from.split('/')[0];
  return samples[name]?.includes(to) ?? false;
}

/** A way is a line of files in backticks with arrows between them: each imports the next, and no room is entered twice. */
function brokenWays(root: string, text: string): string[] {
  const ways = [...text.matchAll(/^- (`\S+`(?: → `\S+`)+)$/gm)].map(([, way = '']) =>
    way.split(' → ').map((file) => file.replaceAll('`', '')),
  );
  if (ways.length === 0) return [];
  const imports = new Set(readTree(root).imports.map(({ from, to }) => `${from} → ${to}`));
  return ways.flatMap((way) => {
    const steps = way.slice(1).map((to, at) => `${way[at]} → ${to}`);
    const rooms = way.map(roomOf).filter((room, at, all) => room !== all[at - 1]);
    return [
      ...steps.filter((step) => !imports.has(step)).map((step) => `no import leads ${step}`),
      ...rooms
        .filter((room, at) => rooms.indexOf(room) < at)
        .map((room) => `the way from ${way[0]} returns to ${room}`),
    ];
  });
}

/** Half a page is 350; records that are being shortened may still have more. */
const MOST_WORDS = 350;

function wrongRecord(doc: string, text: string): string[] {
  const number = /\/(\d{4})-/.exec(doc)?.[1];
  const words = text.split(/\s+/).filter(Boolean).length;
  const parts = ['Status', 'Context', 'Decision', 'Consequences'];
  return [
    ...(new RegExp(`^# ${number}\\.? `).test(text) ? [] : [`does not begin with "# ${number}. "`]),
    ...parts
      .filter((part) => !new RegExp(`\\n(\\*\\*|## )?${part}\\b`).test(text))
      .map((part) => `lacks "${part}"`),
    ...(words > MOST_WORDS ? [`has ${words} words; at most ${MOST_WORDS} are allowed`] : []),
  ];
}

if (import.meta.main) {
  const faults = findDocFaults(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
