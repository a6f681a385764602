import { Socket } from 'node:net';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { problems, type ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import {
  Kysely,
  PostgresDialect,
  sql,
  type KyselyPlugin,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isStaleStatement, NamedStatements } from './named-statements.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** What query functions take first: the pool or a transaction. */
export type Handle = Database | Tx;

/** The moment of the transaction by the clock of the database. */
export const NOW = sql<Date>`now()`;

const types = new pg.TypeOverrides();
// Dates without time never pass through a zone; ids are safe integers (decisions 13, 14).
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('an int8 beyond safe integers came from the database');
  return value;
});

const LONGEST_STATEMENT_MS = 60_000;
/**
 * Are set on a connection that is open: a pooler refuses one that begins with them. A process that pauses within a
 * transaction loses its locks; no use case takes that long.
 */
const limits = (longest_pause_ms: number) => ({
  text: `set statement_timeout = ${LONGEST_STATEMENT_MS}; set idle_in_transaction_session_timeout = ${longest_pause_ms}`,
  query_timeout: 5_000,
});
/** For the last statement to be given up, and its error to arrive. */
const SILENT_MS = LONGEST_STATEMENT_MS + 5_000;

/**
 * Ends a connection whose statement, or whose end, hears nothing: a network that is cut off tells nobody, and TCP itself
 * waits for a quarter of an hour. One that is not asked may be silent, because it is idle or holds a lock for a long work.
 */
function boundSilence({ connection: { stream } }: pg.PoolClient, ms: number, isAsked: () => boolean): void {
  if (!(stream instanceof Socket)) return;
  // Each write and each answer starts it again, also where it has run out.
  stream.setTimeout(ms).on('timeout', () => {
    if (isAsked() || stream.writableEnded)
      stream.destroy(Object.assign(new Error('The database says nothing'), { code: 'ETIMEDOUT' }));
  });
}

/** Sums leave the database as `bigint`: every column whose name ends in `_tiyn`, sums (numeric) included. */
const tiynAsBigint: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const first = result.rows[0];
    if (!first) return result;
    const names = Object.keys(first).filter((name) => name.endsWith('_tiyn'));
    if (names.length === 0) return result;
    for (const row of result.rows) {
      for (const name of names) if (row[name] !== null) row[name] = BigInt(row[name] as string | number);
    }
    return result;
  },
};

export interface DatabaseOptions {
  url: string;
  log: Log;
  /** Connections of the pool. */
  max?: number;
  /** What the server calls its connections; at most 63 bytes are kept. */
  name?: string | undefined;
  /** Is told of every query that was answered or failed; for measurements. */
  heard?: (query: { sql: string; parameters: readonly unknown[] }) => void;
  measure?: PoolMeasure | undefined;
  /** False parses and plans every query again (`PREPARED_STATEMENTS=off`). */
  prepares?: boolean;
  /** How long a statement may hear nothing; for tests. */
  silent_ms?: number;
  /** How long a transaction may ask nothing; longer only where nobody can wait for its locks. */
  longest_pause_ms?: number;
}

export interface PoolStanding {
  max: number;
  total: number;
  idle: number;
  waiting: number;
  /** How long the one who waits longest for a connection has waited. */
  oldest_wait_ms: number;
}

/** Is told how a pool fares; times in milliseconds. */
export interface PoolMeasure {
  opened(read: () => PoolStanding): void;
  /** Somebody got a connection, or gave up. */
  waited(ms: number): void;
  /** A query was answered or failed; `text` has placeholders for its values. */
  asked(ms: number, is_ok: boolean, text: string): void;
}

/** Opens the pool. A lost idle connection is logged, not thrown: the next query opens another. */
export function openDatabase({
  url,
  log,
  max = 12,
  name = 'kelisim',
  heard,
  measure,
  prepares = true,
  silent_ms = SILENT_MS,
  longest_pause_ms = 30_000,
}: DatabaseOptions): Database {
  const statements = new NamedStatements(prepares);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // What a connection prepared goes with it, so that names follow what is asked today.
    maxLifetimeSeconds: 1_800,
    onConnect: (client) => client.query(limits(longest_pause_ms)),
    application_name: name,
  });
  const lost = (error: Error) => log.warn({ event: 'database.connection_lost', message: error.message });
  pool.on('error', lost);
  // The pool hears only of idle connections; one that is lost in the middle of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', lost);
    boundSilence(client, silent_ms, () => statements.of(client).isAsked);
  });
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: wrappedPool(pool, { max, measure, statements }) }),
    plugins: [tiynAsBigint],
    ...((heard || measure) && {
      log: ({ level, query, queryDurationMillis }) => {
        heard?.(query);
        measure?.asked(queryDurationMillis, level === 'query', query.sql);
      },
    }),
  });
}

function wrappedPool(
  pool: pg.Pool,
  {
    max,
    measure,
    statements,
  }: { max: number; measure: PoolMeasure | undefined; statements: NamedStatements },
) {
  /** When those who wait for a connection began to, the oldest first. */
  const asking = new Map<symbol, number>();
  measure?.opened(() => ({
    max,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    oldest_wait_ms: performance.now() - (asking.values().next().value ?? performance.now()),
  }));
  return {
    async connect(): Promise<PostgresPoolClient> {
      const [began, one] = [performance.now(), Symbol('a wait')];
      asking.set(one, began);
      try {
        return statements.of(await pool.connect());
      } finally {
        asking.delete(one);
        measure?.waited(performance.now() - began);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/**
 * SQLSTATE classes and codes of temporary failures: connections (08), resources and full disks (53), the
 * server going down or coming up (57P), its files (58), a standby that takes no changes (25006), transactions that were
 * given up for their time (25P03, 25P04) or for others (40001, 40P01), and waits that were cut off (55P03, 57014).
 */
const AWAY_STATES = /^(08...|53...|57P..|58...|25006|25P0[34]|40001|40P01|55P03|57014)$/;
const AWAY_SOCKETS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns true if the database is unavailable, restarting, full or overloaded; false for a wrong query. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (AWAY_STATES.test(code) || AWAY_SOCKETS.includes(code))) return true;
  if (isStaleStatement(error)) return true;
  return error instanceof Error && AWAY_WORDS.test(String(message));
}

/** Returns true for a deadlock, a serialization failure or a stale statement; the transaction may be retried at once. */
export function isCollision(error: unknown): boolean {
  return (
    isStaleStatement(error) || ['40001', '40P01'].includes((error as { code?: string } | null)?.code ?? '')
  );
}

/**
 * The problem that a trigger raised (`raise exception using errcode = 'KP409', message = <its word>, detail = <a day>`),
 * or null. The day is for the sentence, as `{{date}}`.
 */
export function raisedProblem(error: unknown): Problem | null {
  const { code, message, detail } = (error ?? {}) as { code?: string; message?: string; detail?: string };
  if (code !== 'KP409' || !message || !(message in problems)) return null;
  return new Problem(message as ProblemCode, detail ? { values: { date: formatDate(detail) } } : {});
}

/** Returns the violated constraint, or null. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code?.startsWith('23') ? (constraint ?? '') : null;
}
