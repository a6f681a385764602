import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Handle } from './database.ts';

const MARK = 'kelisim process';

/** A process gives its probes this name, so that its most connections are seen from every other one. */
export const nameOfProcess = (most: number) => `${MARK} ${most} ${process.pid}@${hostname()}`;

export interface Connections {
  /** That the server has for the application. */
  available: number;
  /** Processes of the product that run, and the most connections they may open together. */
  processes: number;
  most: number;
  /** Of other programs, now. */
  others: number;
}

export async function countConnections(db: Handle): Promise<Connections> {
  const { rows } = await sql<Connections>`
    with named as (
      select distinct application_name from pg_stat_activity where application_name like ${`${MARK} %`}
    )
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as available,
      (select count(*) from named)::int as processes,
      (select coalesce(sum(split_part(application_name, ' ', 3)::int), 0) from named)::int as most,
      (select count(*) from pg_stat_activity
        where backend_type = 'client backend' and application_name not like 'kelisim%')::int as others`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('the server counted nothing');
  return found;
}
