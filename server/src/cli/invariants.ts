/**
 * `npm run invariants`: is everything true that must be true? Reads the database of DATABASE_URL, or without settings
 * the one of the sandbox, whether it runs or not; changes nothing. A line for each rule; ends with 1 when one is broken.
 * Of files and signatures, which never stop growing: `--sample 1000` looks at so many of each, chosen at random;
 * `--part 2/4` is the second of four processes that share them; `--progress FILE` goes on where the file says that an
 * earlier run was stopped.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { folderNca } from '../adapters/nca/folder/folder-nca.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type { Scope } from '../invariants/invariant.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded/find-embedded-postgres.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { makeLog } from '../platform/log.ts';

const { scope, forgetProgress } = readScope();
const config = readSettings();
const embedded = join(config.data_dir, 'postgres');
if (!config.database_url && !existsSync(embedded)) {
  console.error(`There is nothing to check in ${config.data_dir} yet. "npm start" makes the sandbox.`);
  process.exit(2);
}
const running = config.database_url ?? (await findEmbeddedPostgres(embedded));
const started = running ? null : await startEmbeddedPostgres({ dataDir: embedded });
const db = openDatabase({ url: running ?? started!.url, log: makeLog('error') });
try {
  const world = {
    db,
    store: await openFileStore(config),
    nca: await folderNca(config.trust_dir ?? join(config.data_dir, 'sandbox-nca')),
    now: new Date(),
    scope,
  };
  const broken = await checkInvariants(world, (line) => console.log(line));
  forgetProgress();
  process.exitCode = broken > 0 ? 1 : 0;
} finally {
  await db.destroy();
  await started?.stop();
}

function readSettings() {
  try {
    const sandbox = process.env.DATABASE_URL ? {} : { SANDBOX: 'on' };
    return readConfig({ ...sandbox, ...process.env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

function readScope(): { scope: Scope; forgetProgress(): void } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { sample: text, part: text, progress: text } });
  const scope: Scope = {};
  const refuse = (option: string): never => {
    console.error(`--${option}: see the first lines of server/src/cli/invariants.ts`);
    return process.exit(2);
  };
  if (values.sample !== undefined)
    scope.sample = /^[1-9]\d{0,8}$/.test(values.sample) ? Number(values.sample) : refuse('sample');
  if (values.part !== undefined) {
    const [nth = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(values.part)
      ? values.part.split('/').map(Number)
      : [];
    scope.part = nth >= 1 && nth <= of ? { nth, of } : refuse('part');
  }
  const file = values.progress;
  if (!file) return { scope, forgetProgress: () => undefined };
  const done = new Map<string, number>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : [],
  );
  scope.progress = {
    of: (name) => done.get(name) ?? 0,
    note(name, until) {
      done.set(name, until);
      writeFileSync(file, JSON.stringify(Object.fromEntries(done)));
    },
  };
  return { scope, forgetProgress: () => rmSync(file, { force: true }) };
}
