import { sql, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** A text gets a name when it is asked for the fifth time; whatever is asked once is not worth keeping. */
const OFTEN = 5;
/** Most statements of one connection. */
export const MOST_NAMED = 150;
/** Most texts whose uses are counted. */
const MOST_COUNTED = 1_000;
/** Texts of many values (imports, long lists of ids) rarely come twice in the same shape. */
const MOST_PARAMETERS = 60;
/**
 * What counts, sums, searches or reads one page of many rows is planned for its values each time: a plan for all values
 * reads a company of a million acts as it would one of ten.
 */
const READS_MANY = /\b(count|sum|min|max)\s*\(|\b(limit|group\s+by|like|ilike)\b|\bdistinct\b(?!\s+from)|@@/i;
/**
 * Is written into a text that counts, sums or reads a page and is prepared all the same: its rows are those of a few
 * keys, or in the order of an index, and no value would have it read otherwise.
 */
export const ONE_PLAN = sql.raw('/* one plan */');
const IS_ONE_PLAN = /\/\* one plan \*\//;
/** A column that is added changes what `*` means, and PostgreSQL refuses the statement that was prepared before. */
const READS_ALL_COLUMNS = /(\bselect|\breturning|,)\s+\*|\.\*/i;

/**
 * A prepared statement that no longer fits (0A000: its columns changed), or that is gone or somebody else's (26000,
 * 42P05: the connection changed hands between).
 */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

interface Counted {
  /** Null for a text that is never prepared. */
  name: string | null;
  uses: number;
  /** Whether it may be prepared where it cannot be asked once more: inside of a transaction. */
  everywhere: boolean;
}

/**
 * Gives the texts of a pool that are asked often a name, so that each connection parses and plans them once. The
 * reasons and bounds are in docs/decisions/0116.
 */
export class NamedStatements {
  readonly #prepares: boolean;
  readonly #clients = new WeakMap<pg.PoolClient, NamingClient>();
  /** In the order of their last use. */
  #counted = new Map<string, Counted>();
  #last = 0;
  #era = 0;

  /** @param prepares false gives none a name */
  constructor(prepares: boolean) {
    this.#prepares = prepares;
  }

  /** The era of the names; connections of an era before are closed when they come back. */
  get era(): number {
    return this.#era;
  }

  /** Returns the client that Kysely uses; always the same for a connection. */
  of(client: pg.PoolClient): NamingClient {
    let naming = this.#clients.get(client);
    if (!naming) this.#clients.set(client, (naming = new NamingClient(client, this)));
    return naming;
  }

  /** Returns the name of a text, or null as long as it has none. */
  nameOf(text: string, parameters: readonly unknown[], in_transaction: () => boolean): string | null {
    if (!this.#prepares || parameters.length === 0 || parameters.length > MOST_PARAMETERS) return null;
    const counted = this.#counted.get(text) ?? {
      name: READS_MANY.test(text) && !IS_ONE_PLAN.test(text) ? null : `s${++this.#last}`,
      uses: 0,
      everywhere: !READS_ALL_COLUMNS.test(text),
    };
    this.#counted.delete(text);
    this.#counted.set(text, counted);
    const [oldest] = this.#counted.keys();
    if (oldest !== undefined && this.#counted.size > MOST_COUNTED) this.#counted.delete(oldest);
    if (++counted.uses < OFTEN || (!counted.everywhere && in_transaction())) return null;
    return counted.name;
  }

  /** The tables changed: all connections begin again. */
  renew(): void {
    this.#era++;
    this.#counted.clear();
  }
}

export class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #statements: NamedStatements;
  readonly #era: number;
  readonly #named = new Set<string>();
  #asked = 0;

  constructor(client: pg.PoolClient, statements: NamedStatements) {
    this.#client = client;
    this.#statements = statements;
    this.#era = statements.era;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('rows are not read by a cursor here');
    this.#asked++;
    const answer = this.#ask(text, [...values]).finally(() => this.#asked--);
    return answer as Promise<PostgresQueryResult<R>>;
  }

  /** Whether a statement waits for its answer. */
  get isAsked(): boolean {
    return this.#asked > 0;
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text, values);
    if (name === null) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      this.#statements.renew();
      // What stands in a transaction was rolled back with it: whoever began it has to begin again.
      if (this.#isInTransaction) throw error;
      return this.#client.query(text, values);
    }
  }

  #nameOf(text: string, values: unknown[]): string | null {
    if (this.#isOld) return null;
    const name = this.#statements.nameOf(text, values, () => this.#isInTransaction);
    if (name === null || this.#named.has(name)) return name;
    if (this.#named.size >= MOST_NAMED) return null;
    this.#named.add(name);
    return name;
  }

  get #isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  get #isOld(): boolean {
    return this.#era !== this.#statements.era;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isOld);
  }
}
