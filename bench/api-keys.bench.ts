/**
 * What a request of an API key costs beside the same request of a person, in processor time of the server's process and of
 * PostgreSQL together: the session and the key in turns of a few hundred requests, each in a process-wide measurement, so
 * that what else the machine does falls on both. The requests are made in the same process and counted with both.
 */
import { SCOPES } from '@kelisim/shared/kernel/scopes.ts';
import { sql } from 'kysely';
import { makeApp } from '../server/src/app.ts';
import { addKey } from '../server/src/features/api-keys/api-keys.queries.ts';
import { keyHash, keyPrefix, makeKeyText } from '../server/src/features/api-keys/key-text.ts';
import { addSession } from '../server/src/features/auth/auth.queries.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startBenchDatabase } from './bench-database.ts';
import { postgresCpu } from '../server/test/postgres-cpu.ts';
import { sized } from './size.ts';
import { median } from './median.ts';

const TIMES = sized(1500, 5);
const ROUNDS = sized(9, 1);
const AT_ONCE = 8;
const TARGET = 1.2;
/** One call that does next to nothing, so that the way in is nearly all of it, and one that people make most. */
const CALLS = { 'acts.statuses': '/api/v1/doc/acts/statuses', 'acts.list': '/api/v1/doc/acts' };

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const { db, tokens } = app.parts;
  const { rows } = await sql<{ user_id: number; company_id: number }>`
    with u as (insert into users (email, full_name) values ('bench@kelisim.example', 'Bench') returning id),
    c as (insert into companies (role, type, name, bin, kbe) values ('business', 'too', 'Bench', '180340099996', '17') returning id),
    m as (insert into memberships (user_id, company_id, role_id, rights) select u.id, c.id, 1, '{}' from u, c)
    select u.id as user_id, c.id as company_id from u, c`.execute(db);
  const { user_id, company_id } = rows[0] ?? { user_id: 0, company_id: 0 };
  const session_id = await addSession(db, { user_id, company_id, user_agent: 'bench', ip: '127.0.0.1' });
  const key = makeKeyText(true);
  const expires_at = new Date(Date.now() + 86_400_000);
  const [prefix, hash] = [keyPrefix(key), keyHash(key)];
  const row = { company_id, made_by: user_id, name: 'Bench', scopes: [...SCOPES], networks: [], expires_at };
  const key_id = await db.transaction().execute((tx) => addKey(tx, { ...row, prefix, hash }));
  // A minute that does not end, far below the limit: what is measured is counting and not being refused.
  await sql`insert into api_key_minutes values (${key_id}, now() + interval '1 day', -1000000000)`.execute(
    db,
  );
  const access = () => tokens.access({ user_id, session_id, company_id, role_id: 1 });

  for (const [call, url] of Object.entries(CALLS)) {
    const cost = { person: [] as number[], key: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++)
      for (const [who, bearer] of [
        ['person', access()],
        ['key', key],
      ] as const) {
        const spent = await cpuOf(url, bearer);
        // The first round warms both up.
        if (round > 0) cost[who].push(spent);
      }
    const [person, of_key] = [median(cost.person), median(cost.key)];
    console.log(
      JSON.stringify({
        bench: 'api_keys',
        call,
        person_cpu_ms: Number(person.toFixed(3)),
        key_cpu_ms: Number(of_key.toFixed(3)),
        ratio: Number((of_key / person).toFixed(3)),
        target: TARGET,
      }),
    );
  }
  await app.close();

  /** Milliseconds of processor time per request, user and system, of this process and of PostgreSQL. */
  async function cpuOf(url: string, bearer: string): Promise<number> {
    const headers = { authorization: `Bearer ${bearer}` };
    const before = { own: process.cpuUsage(), postgres: postgresCpu(postgres.pid) };
    for (let asked = 0; asked < TIMES; asked += AT_ONCE) {
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, () => app.http.inject({ url, headers })),
      );
      for (const { statusCode } of replies)
        if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode}`);
    }
    const { user, system } = process.cpuUsage(before.own);
    const of_postgres = ((postgresCpu(postgres.pid) ?? 0) - (before.postgres ?? 0)) * 1000;
    return ((user + system) / 1000 + of_postgres) / (Math.ceil(TIMES / AT_ONCE) * AT_ONCE);
  }
} finally {
  await postgres.stop();
}
