import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataPlace } from './data-place.ts';
import type { NativePrograms } from './native-files.ts';
import { EmbeddedPostgresRefused } from './refusal.ts';

/** Passwords of the two roles of an embedded server: `postgres` (superuser) and `kelisim` (the product). */
export interface ClusterSecrets {
  superuser_password: string;
  product_password: string;
}

/** What initdb and postgres see of our environment: nothing of PGDATA, PGPORT and the like must leak in. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

/**
 * Makes `cluster/` of the place when it is not there: UTF-8, collation C.UTF-8 of PostgreSQL itself (the same on every
 * system; ICU collations are there by name), data checksums, scram passwords only. All or nothing: a partial cluster left
 * by a power failure is removed at the next start.
 */
export async function provideCluster(
  place: DataPlace,
  programs: NativePrograms,
  durable: boolean,
): Promise<ClusterSecrets> {
  const secrets = provideSecrets(place.folder);
  const cluster = join(place.folder, 'cluster');
  if (existsSync(join(cluster, 'PG_VERSION'))) return secrets;
  const draft = join(place.folder, 'cluster.new');
  const passwordFile = join(place.folder, 'password.new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, secrets.superuser_password, { mode: 0o600 });
  try {
    giveTo(place, draft);
    giveTo(place, passwordFile);
    await promisify(execFile)(programs.initdb, initdbWords(draft, passwordFile, durable), {
      env: bareEnvironment,
      cwd: place.folder,
      ...place.user,
    });
  } catch (error) {
    const { message, stderr = '' } = error as Error & { stderr?: string };
    throw new EmbeddedPostgresRefused(
      `The database could not be made in ${place.folder}: ${stderr.trim() || message}. ` +
        'Mend that, or give the address of a PostgreSQL 18 server in DATABASE_URL.',
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster);
  return secrets;
}

function initdbWords(draft: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** Written before initdb runs, so that no cluster ever exists whose password nobody knows. */
function provideSecrets(folder: string): ClusterSecrets {
  const file = join(folder, 'secrets.json');
  if (existsSync(file)) return readSecrets(folder);
  const secrets = { superuser_password: randomPassword(), product_password: randomPassword() };
  writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return secrets;
}

/** Throws when the folder has no secrets (no database was ever made there) or may not be read. */
export function readSecrets(folder: string): ClusterSecrets {
  return JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as ClusterSecrets;
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

function giveTo({ user }: DataPlace, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
