import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ClockGuard } from '../clock-guard.ts';
import type { Database } from '../db/database.ts';

/**
 * `/health`: the process runs. `/ready`: it also reaches a database that accepts changes, its clock is right, and it is
 * not about to leave. For monitoring, and for proxies that share requests among processes.
 */
export function serveHealth(
  http: FastifyInstance,
  db: Database,
  { clocks, isLeaving }: { clocks: ClockGuard; isLeaving: () => boolean },
): void {
  // A connection that is kept would bring its next request when the port is closed.
  http.addHook('onSend', async (_request, reply) => {
    if (isLeaving()) reply.header('connection', 'close');
  });
  http.get('/health', async () => ({ status: 'ok' }));
  http.get('/ready', async (_request, reply) => {
    if (isLeaving()) return reply.status(503).send({ status: 'leaving' });
    clocks.mustBeRight();
    const { rows } = await sql<{ is_readonly: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_readonly`.execute(
      db,
    );
    if (rows[0]!.is_readonly) throw new Problem('unavailable');
    return { status: 'ok' };
  });
}
