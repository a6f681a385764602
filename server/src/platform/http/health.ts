import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ClockGuard } from '../clock-guard.ts';
import type { Database } from '../db/database.ts';

/**
 * `/health`: the process runs. `/ready`: it also reaches a database that accepts changes, and its clock is right. For
 * monitoring.
 */
export function serveHealth(http: FastifyInstance, db: Database, clocks: ClockGuard): void {
  http.get('/health', async () => ({ status: 'ok' }));
  http.get('/ready', async () => {
    clocks.mustBeRight();
    const { rows } = await sql<{ is_readonly: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_readonly`.execute(
      db,
    );
    if (rows[0]!.is_readonly) throw new Problem('unavailable');
    return { status: 'ok' };
  });
}
