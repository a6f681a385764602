import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from './make-app.ts';
import { PATIENT } from './patience.ts';

/** Waits until somebody waits for a lock that another transaction of this database holds. */
export const seeWaiting = (app: TestApp) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select pid from pg_locks l where not granted and exists (
      select from pg_stat_activity a where a.pid = l.pid and a.datname = current_database())`.execute(
      app.owner,
    );
    expect(rows).not.toEqual([]);
  }, PATIENT);
