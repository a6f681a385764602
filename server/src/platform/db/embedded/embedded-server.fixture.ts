import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** A product reduced to its database: prints what happens, one JSON a line, and stops at SIGTERM. */
const say = (line: object): void => console.log(JSON.stringify(line));

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', onEvent: say });
  // Before it says so: whoever hears of it may stop it at once.
  process.once('SIGTERM', () => void server.stop().then(() => say({ kind: 'stopped' })));
  say({ kind: 'started', pid: server.pid, owner_url: server.owner_url, folder: server.folder });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
