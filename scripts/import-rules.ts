import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles, makeGraph } from './circles.ts';
import { readTree } from './import-graph.ts';
import type { Import, Tree } from './import-graph.ts';

/**
 * Where a file lives and whom it may import; the first zone that fits decides. The rest of its own feature or adapter
 * is always open to it. Tests may import all of their own room. `packages` is what it may take from npm and Node.
 */
interface Zone {
  where: RegExp;
  may: RegExp[];
  packages?: RegExp;
}

const sharedAll = /^shared\/src\//;
const eds = /^eds\/src\//;
/** Test keys and chains, of use to the tests of the other rooms as well. */
const edsTest = /^eds\/test\//;
const platform = /^server\/src\/platform\//;
const ports = /^server\/src\/adapters\/([^/]+)\/\1\.ts$/;
const client = /^sdk\/ts\/src\//;
const integrations = /^integrations\//;
/** What the reference shows is run like the programs there. */
const samples = /^web\/src\/features\/developers\/(make-samples|read-reference)\.ts$/;
const doors = (side: string) => new RegExp(`^${side}/src/features/[^/]+/public\\.tsx?$`);
const noApi = /^web\/src\/platform\/(?!(api|http|session|token|upload)\.)/;
const anyPackage = /./;
const noNode = /^(?!node:)/;

const zones: Zone[] = [
  { where: /^shared\/src\/kernel\//, may: [/^shared\/src\/kernel\//], packages: /^zod$/ },
  { where: /^shared\/src\/features\//, may: [/^shared\/src\/(kernel|features)\//], packages: /^zod$/ },
  { where: sharedAll, may: [sharedAll], packages: /^zod$/ },
  { where: eds, may: [eds], packages: /^(?!node:|zod$|@kelisim\/)/ },
  { where: platform, may: [platform, ports, sharedAll, eds] },
  { where: ports, may: [platform, sharedAll, eds] },
  { where: /^server\/src\/adapters\//, may: [ports, platform, sharedAll, eds] },
  { where: /^server\/src\/parts\.ts$/, may: [ports, platform, sharedAll, eds] },
  {
    where: /^server\/src\/features\//,
    may: [/^server\/src\/parts\.ts$/, ports, platform, doors('server'), sharedAll, eds],
  },
  { where: /^server\//, may: [/^server\//, sharedAll, eds] },
  { where: /^web\/src\/platform\//, may: [/^web\/src\/platform\//, sharedAll, eds], packages: noNode },
  { where: /^web\/src\/ui\//, may: [/^web\/src\/ui\//, noApi, sharedAll], packages: noNode },
  {
    where: /^web\/src\/features\//,
    may: [/^web\/src\/(ui|platform)\//, doors('web'), sharedAll, eds],
    packages: noNode,
  },
  { where: /^web\/src\//, may: [/^web\/src\//, sharedAll, eds], packages: noNode },
  { where: /^web\//, may: [/^web\//, sharedAll, eds] },
  // Programs elsewhere run it: it takes nothing along.
  { where: client, may: [client], packages: /^$/ },
  { where: integrations, may: [integrations, client] },
  { where: /./, may: [/./] },
];

const bannedFolders = new Set(['utils', 'helpers', 'common', 'lib', 'types', 'general']);

/** Every fault in the imports of the project under `root`, a sentence each; none is well. */
export function findImportFaults(root: string): string[] {
  const tree = readTree(root);
  return [
    ...tree.folders
      .filter((folder) => bannedFolders.has(basename(folder)))
      .map((folder) => `${folder}: a folder says what it is about; this name fits anything`),
    ...tree.files
      .filter((file) => /^index\.tsx?$/.test(basename(file)))
      .map((file) => `${file}: no barrels; import the file that has it`),
    ...tree.imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} may not import ${to}`),
    ...circlesOfFiles(tree),
    ...circlesOfFeatures(tree),
  ];
}

/** The Zod schemas of the API, which must not travel to browsers: they are 24 KB of every page. */
const contract = /\.contract\.ts$/;

/** Whether a file at `from` may import the file at `to`, both of ours. */
export function mayImport(from: string, to: string): boolean {
  return isAllowed({ from, to, ours: true, type_only: false });
}

function isAllowed({ from, to, ours, type_only }: Import): boolean {
  const zone = zones.find(({ where }) => where.test(from));
  if (!zone) return false;
  if (!ours) return isTest(from) || (zone.packages ?? anyPackage).test(to);
  // What is made for other programs is tried over the running product.
  if (isTest(from) && integrations.test(from)) return !to.startsWith('web/') || samples.test(to);
  if (isTest(from))
    return (
      room(from) === room(to) || [sharedAll, eds, edsTest, client, integrations].some((open) => open.test(to))
    );
  if (from.startsWith('web/src/') && contract.test(to) && !type_only) return false;
  if (isTest(to)) return !/^(shared|eds|server|web)\//.test(from);
  const own = unit(from);
  return (own !== null && to.startsWith(own) && !ports.test(from)) || zone.may.some((open) => open.test(to));
}

/** `server/src/features/acts/` of any file in it, likewise an adapter; null for files that are in neither. */
function unit(file: string): string | null {
  return /^\w+\/src\/(?:features|adapters)\/[^/]+\//.exec(file)?.[0] ?? null;
}

/** The feature or adapter of a file, else its part of a side: `server/src/platform/`. */
export function roomOf(file: string): string {
  return unit(file) ?? /^\w+\/src\/(?:[^/]+\/)?/.exec(file)?.[0] ?? room(file);
}

function room(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Tests, attacks and what only they use. */
function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$|^(eds|server)\/test\/|^server\/attack\//.test(file);
}

/** Types count: a file that names another's type is not read without it. */
function circlesOfFiles({ imports }: Tree): string[] {
  const circles = findCircles(makeGraph(imports.filter(({ ours }) => ours)));
  return circles.map((circle) => `circle of files: ${circle.join(' → ')}`);
}

function circlesOfFeatures({ imports }: Tree): string[] {
  const edges = imports
    .filter(({ ours, from }) => ours && !isTest(from))
    .map(({ from, to }) => ({ from: unit(from), to: unit(to) }))
    .filter((edge): edge is { from: string; to: string } => edge.from !== null && edge.to !== null)
    .filter(({ from, to }) => from !== to);
  return findCircles(makeGraph(edges)).map((circle) => `circle of features: ${circle.join(' → ')}`);
}

if (import.meta.main) {
  const faults = findImportFaults(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
