import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns a sentence for each statement of the documents under `root` that the repository contradicts. */
export function findDocFaults(root: string): string[] {
  return listDocs(root).flatMap((doc) => {
    const text = readFileSync(join(root, doc), 'utf8');
    return [
      ...brokenLinks(root, doc, text),
      ...missingPaths(root, text),
      ...unknownScripts(root, text),
      ...(doc === 'docs/operations.md' ? wrongSettings(root, text) : []),
      ...(doc === 'docs/invariants.md' ? wrongInvariants(root, text) : []),
    ].map((fault) => `${doc}: ${fault}`);
  });
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

/** Only what is written as a path is one: in backticks, from a room on, without a placeholder or a `*`. */
function missingPaths(root: string, text: string): string[] {
  return [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => rooms.test(path) && !existsSync(join(root, normalize(path))))
    .map((path) => `names ${path}, which does not exist`);
}

function unknownScripts(root: string, text: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  return [...text.matchAll(/`npm run (?:-s )?([\w:]+)/g)]
    .map(([, name]) => name!)
    .filter((name) => !(name in scripts))
    .map((name) => `names "npm run ${name}", which does not exist`);
}

/** The settings are the keys of `Environment` in the configuration and the first cells of the tables. */
function wrongSettings(root: string, text: string): string[] {
  const source = readFileSync(join(root, 'server/src/platform/config.ts'), 'utf8');
  const environment = /const Environment = z\.object\(\{\n([^]*?)\n\}\);/.exec(source)?.[1] ?? '';
  const read = new Set([...environment.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!));
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

if (import.meta.main) {
  const faults = findDocFaults(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
