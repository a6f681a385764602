import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPlace } from '../db/embedded/data-place.ts';
import { launchFirst } from '../db/embedded/keep-running.ts';
import { provideNative } from '../db/embedded/native-files.ts';
import type { Manifest } from './manifest.ts';

/** Serves a restored database until it is stopped. */
export interface RestoredServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves the restored cluster of an operator's PostgreSQL for the time of the restore, by its own programs (POSTGRES_BIN)
 * or those that the product brings. Its own configuration, which may lie elsewhere and name an archive or libraries, is
 * not read; passwords are not needed, since only whoever may enter a folder of this process reaches it.
 */
export async function startOwnServer(
  place: DataPlace,
  { name, role }: Manifest['database'],
  bin: string | null,
  settings: Record<string, string>,
): Promise<RestoredServer> {
  const beside = join(place.folder, 'restoring');
  mkdirSync(beside, { mode: 0o700, recursive: true });
  const files = {
    config_file: join(beside, 'postgresql.conf'),
    hba_file: join(beside, 'pg_hba.conf'),
    ident_file: join(beside, 'pg_ident.conf'),
  };
  for (const file of Object.values(files)) writeFileSync(file, '');
  writeFileSync(files.hba_file, 'local all all trust\n');
  for (const path of [beside, ...Object.values(files)])
    if (place.user) chownSync(path, place.user.uid, place.user.gid);
  chmodSync(beside, 0o700);
  const programs = bin
    ? { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
    : provideNative(place);
  const run = { place, programs, settings: { ...QUIET, ...settings, ...files }, socket_folder: beside };
  const { postmaster, port } = await launchFirst(run);
  const query = new URLSearchParams({ host: beside, port: String(port) });
  return {
    url: `postgres://${encodeURIComponent(role)}@localhost/${encodeURIComponent(name)}?${query}`,
    async stop() {
      await postmaster.stop();
      rmSync(beside, { recursive: true, force: true });
    },
  };
}

/** What the cluster itself may have set (`alter system`), and must not act on here. */
const QUIET = {
  archive_mode: 'off',
  shared_preload_libraries: '',
  session_preload_libraries: '',
  primary_conninfo: '',
  synchronous_standby_names: '',
  recovery_end_command: '',
  archive_cleanup_command: '',
  // Two targets are refused, and even an empty one after the one that is asked for, so that one is the last.
  recovery_target: '',
  recovery_target_lsn: '',
  recovery_target_name: '',
  recovery_target_xid: '',
  recovery_target_time: '',
  // Of a larger machine.
  shared_buffers: '128MB',
  huge_pages: 'off',
  logging_collector: 'off',
  ssl: 'off',
  fsync: 'on',
  full_page_writes: 'on',
};
