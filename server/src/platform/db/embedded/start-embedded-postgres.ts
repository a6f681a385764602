import { assertDatabaseFit } from '../database-fitness.ts';
import { provideCluster } from './cluster.ts';
import { chooseDataPlace } from './data-place.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRunning, launchFirst } from './keep-running.ts';
import type { EmbeddedPostgresEvent } from './keep-running.ts';
import { stopLeftoverServer } from './leftover-server.ts';
import { provideNative } from './native-files.ts';
import type { Postmaster } from './postmaster.ts';
import { databaseUrls, provideProductDatabase } from './product-database.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for the data; made when missing, used by the launcher alone. */
  dataDir: string;
  /** False gives up safety for speed (fsync off): for servers thrown away after a test, and for nothing else. */
  durable?: boolean;
  /** Further server settings, name to value. */
  settings?: Record<string, string>;
  onEvent?: (event: EmbeddedPostgresEvent | PlacedElsewhere) => void;
}

/** The data cannot lie where they were asked for (root, and a folder others cannot enter). Said once, at start. */
export interface PlacedElsewhere {
  kind: 'placed_elsewhere';
  folder: string;
  asked: string;
}

export interface EmbeddedPostgres {
  /** As the application's role `kelisim` in the database `kelisim`; it owns nothing. The same for all its life. */
  url: string;
  /** As `kelisim_owner`, which owns that database and its tables. Good until the server stops. */
  owner_url: string;
  /** As the superuser `postgres`, database `postgres`: for tests that make databases, not for the product. */
  superuser_url: string;
  /** Process number of the server; another one after a recovery. */
  readonly pid: number;
  /** Where data, log and passwords lie. */
  folder: string;
  /** Fast shutdown; resolves when the server is gone and the folder is free for the next. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 of the npm package on a free port of 127.0.0.1 and keeps it running until `stop()`.
 * Throws EmbeddedPostgresRefused, with words for a person, when the data are in use or the server cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, settings = {}, onEvent = () => undefined } = options;
  const place = chooseDataPlace(dataDir);
  if (place.moved_from) onEvent({ kind: 'placed_elsewhere', folder: place.folder, asked: place.moved_from });
  const lock = await lockFolder(place.folder);
  let server: Postmaster | null = null;
  try {
    const programs = provideNative(place);
    const secrets = await provideCluster(place, programs, durable);
    await stopLeftoverServer(place.folder);
    const run = { place, programs, settings: { ...UPKEEP, ...settings, ...safety(durable) } };
    const { postmaster, port } = await launchFirst(run);
    server = postmaster;
    const urls = databaseUrls(secrets, port);
    const { owner_url } = await provideProductDatabase(urls.superuser_url, secrets);
    await assertDatabaseFit(urls.url, durable);
    lock.publishPort(port);
    const keeper = keepRunning(postmaster, { ...run, port }, lock, onEvent);
    return {
      ...urls,
      owner_url,
      folder: place.folder,
      stop: keeper.stop,
      get pid() {
        return keeper.pid();
      },
    };
  } catch (error) {
    await server?.stop();
    lock.release();
    throw error;
  }
}

/** These must not be weakened: they are set on the command line, and the product checks them again. */
/**
 * Dead rows are looked for four times a minute instead of once: a run over the acts of a month writes each of them several
 * times within minutes, and each time grows the tables by what could have been used again.
 */
const UPKEEP = { autovacuum_naptime: '15s' };

function safety(durable: boolean): Record<string, string> {
  const safe = durable ? 'on' : 'off';
  return {
    fsync: safe,
    full_page_writes: safe,
    synchronous_commit: safe,
    // Left to keepRunning: PostgreSQL 18.4 never leaves recovery when its disk fails again while it recovers.
    restart_after_crash: 'off',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
}
