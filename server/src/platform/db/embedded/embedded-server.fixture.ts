import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** A product reduced to its database: prints what happens, one JSON a line, and stops at SIGTERM. */
const say = (line: object): void => console.log(JSON.stringify(line));

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', onEvent: say });
  say({ kind: 'started', pid: server.pid, owner_url: server.owner_url, folder: server.folder });
  process.once('SIGTERM', () => void server.stop().then(() => say({ kind: 'stopped' })));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
