import { rmSync } from 'node:fs';
import { freePort } from '../test/free-port.ts';
import { endWithChildren } from './end-processes.ts';
import { makeFaultyNetwork } from './faulty-network.ts';
import {
  ask,
  makeProductDatabase,
  providePostgres,
  stopServer,
  superuserAt,
  urlsAt,
} from './postgres-programs.ts';

/** A primary with a standby, behind an address that leads to the primary of the moment. */
export interface ReplicatedPostgres {
  url: string;
  owner_url: string;
  superuser_url: string;
  /** Kills the primary, makes the standby the primary and leads the address there. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** @param waits whether the primary waits for its standby before it acknowledges a commit */
export async function startReplicatedPostgres(folder: string, waits: boolean): Promise<ReplicatedPostgres> {
  const programs = providePostgres(folder);
  const [first, second] = [programs.makeCluster('first'), programs.place('second')];
  const ports = [await freePort(), await freePort()] as const;
  const primary = await programs.start(first, ports[0], waits ? ['synchronous_standby_names=*'] : []);
  const words = ['--pgdata', second, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'];
  programs.run('pg_basebackup', [...words, '--dbname', superuserAt(ports[0])]);
  const standby = await programs.start(second, ports[1]);
  await makeProductDatabase(superuserAt(ports[0]));

  const network = await makeFaultyNetwork(ports[0]);
  return {
    ...urlsAt(network.port),
    async failOver() {
      await endWithChildren(primary);
      await ask(superuserAt(ports[1]), 'select pg_promote()');
      network.leadTo(ports[1]);
    },
    async stop() {
      network.close();
      for (const server of [primary, standby]) await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
