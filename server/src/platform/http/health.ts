import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** `/health`: the process lives. `/ready`: it also reaches its database. For whatever watches over the process. */
export function serveHealth(http: FastifyInstance, db: Database): void {
  http.get('/health', async () => ({ status: 'ok' }));
  http.get('/ready', async () => {
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  });
}
