import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { StoreAway, type FileStore } from '../../adapters/file-store/file-store.ts';
import type { Database } from '../db/database.ts';

/** A new mark is written about this often; a copy of the database that is older than the newest mark is noticed. */
const MARK_EVERY_S = 50;
/** Some hours of marks: a process that was paused while it wrote one does no harm. */
const MARKS_KEPT = 200;
const AGAIN_MS = 500;

const Label = z.object({
  database_id: z.uuid(),
  epoch: z.int(),
  mark: z.uuid(),
  written_at: z.string(),
  /** What the database was begun as; a label that an earlier version wrote does not say it. */
  installation: z.string().nullish(),
});
type Label = z.output<typeof Label>;

/**
 * - `another_database`: the files there are those of another database
 * - `later_epoch`: a copy of this database took the files over
 * - `foreign_mark`: another copy of this database wrote there since, or the store was put back to an earlier state
 * - `empty`: this database keeps its files elsewhere
 */
export type ClaimFault = 'another_database' | 'later_epoch' | 'foreign_mark' | 'empty';

/** What a fault means, for people. */
export const FAULT_SENTENCES: Record<ClaimFault, string> = {
  another_database: 'The file store belongs to another database.',
  later_epoch: 'A later copy of this database has taken the file store over.',
  foreign_mark:
    'The file store was last written by another copy of this database: one of the two was restored or copied.',
  empty:
    'This database keeps its files elsewhere: the file store that the settings name is not the one it uses.',
};

/** The label is there and says nothing: it was cut off or written by something else. */
class LabelUnreadable extends StoreAway {
  override name = 'LabelUnreadable';
}

/** The store is there and may be read, but this database must not write or remove anything in it. */
export class StoreOfAnother extends StoreAway {
  override name = 'StoreOfAnother';
  readonly fault: ClaimFault;
  constructor(fault: ClaimFault) {
    super(
      `${FAULT_SENTENCES[fault]} Nothing is written or removed. Correct DATABASE_URL, FILES, DATA_DIR or S3_BUCKET; or, when this database is the one to keep, stop every other one and run "npm run store -- adopt".`,
    );
    this.fault = fault;
  }
}

export interface StoreClaim {
  /**
   * Looks at both sides now, and names the store as this database's own when neither has been named yet.
   * @throws {StoreOfAnother}
   */
  check(): Promise<void>;
  /** Cheap: what the last look found. @throws {StoreOfAnother} */
  mustBeOurs(): Promise<void>;
  /** Checks, and leaves a new mark when the last one is old. One process in turn writes it. */
  renew(): Promise<void>;
}

/** Binds a database to its file store, so that a restored or copied database never changes newer files. */
export function makeStoreClaim(db: Database, store: FileStore): StoreClaim {
  let standing: Promise<void> | null = null;
  const look = () => {
    const looking = lookAt(db, store);
    // An answer that could not be had is asked for again; what was found stays until the next look.
    looking.catch((error: unknown) => {
      if (!(error instanceof StoreOfAnother)) standing = null;
    });
    return looking;
  };
  const claim: StoreClaim = {
    async check() {
      const looking = look();
      standing = looking;
      await looking;
    },
    mustBeOurs: () => (standing ??= look()),
    async renew() {
      await claim.check();
      const mark = randomUUID();
      const claimed = await db
        .updateTable('file_store_claim')
        .set({
          marks: sql`(${mark}::text || marks)[1:${sql.lit(MARKS_KEPT)}]`,
          marked_at: sql`now()`,
        })
        .where('marked_at', '<', sql<Date>`now() - make_interval(secs => ${MARK_EVERY_S})`)
        .returning(['database_id', 'epoch', 'installation'])
        .executeTakeFirst();
      if (claimed) await writeLabel(store, { ...claimed, mark });
    },
  };
  return claim;
}

async function lookAt(db: Database, store: FileStore): Promise<void> {
  for (let tries = 1; ; tries++) {
    const label = await readLabel(store);
    const claim = await findClaim(db);
    if (!claim?.is_written) return claimFirst(db, store);
    const fault = faultOf(claim, label);
    if (!fault) return;
    // Another process of ours may be between the two sides just now.
    if (tries === 2) throw new StoreOfAnother(fault);
    await sleep(AGAIN_MS);
  }
}

interface Claim {
  database_id: string;
  epoch: number;
  marks: string[];
}

function faultOf(claim: Claim, label: Label | null): ClaimFault | null {
  if (!label) return 'empty';
  if (label.database_id !== claim.database_id) return 'another_database';
  if (label.epoch > claim.epoch) return 'later_epoch';
  return claim.marks.includes(label.mark) ? null : 'foreign_mark';
}

/** The row is locked while the store is named: of two processes with two folders the second is told. */
async function claimFirst(db: Database, store: FileStore): Promise<void> {
  await db
    .insertInto('file_store_claim')
    .values({ epoch: 1, marks: [randomUUID()] })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await db.transaction().execute(async (tx) => {
    const claim = await tx.selectFrom('file_store_claim').selectAll().forUpdate().executeTakeFirstOrThrow();
    const label = await readLabel(store);
    const fault = faultOf(claim, label);
    if (fault && (fault !== 'empty' || claim.is_written)) throw new StoreOfAnother(fault);
    if (!label) await writeLabel(store, { ...claim, mark: claim.marks[0]! });
    await tx.updateTable('file_store_claim').set({ is_written: true }).execute();
  });
}

/**
 * Makes this database the owner of the store, whatever was there: the epoch rises, uploads of earlier epochs are left
 * alone permanently, and another copy of the database that still runs finds within a minute that it may only read.
 */
export async function adoptStore(db: Database, store: FileStore): Promise<{ epoch: number }> {
  // A label that says nothing is replaced as well: else nothing would ever lead on from it.
  const label = await readLabel(store).catch((error: unknown) => {
    if (error instanceof LabelUnreadable) return null;
    throw error;
  });
  const own = (await findClaim(db))?.installation;
  if (own && label?.installation && own !== label.installation)
    throw new StoreAway(
      `The file store is that of another kind of installation (${label.installation}) than the database (${own}): neither takes it from the other.`,
    );
  const mark = randomUUID();
  const claimed = await db
    .insertInto('file_store_claim')
    .values({ epoch: (label?.epoch ?? 0) + 1, marks: [mark], is_written: true })
    .onConflict((oc) =>
      oc.column('is_claimed').doUpdateSet({
        epoch: sql`greatest(file_store_claim.epoch, ${label?.epoch ?? 0}) + 1`,
        marks: [mark],
        marked_at: sql`now()`,
        is_written: true,
      }),
    )
    // All there are: the schema may be that of a backup which an earlier version made.
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeLabel(store, { ...claimed, mark });
  return { epoch: claimed.epoch };
}

/** What both sides say, for the person who has to decide. */
export async function describeStore(
  db: Database,
  store: FileStore,
): Promise<{ database: Claim | null; store: Label | null; fault: ClaimFault | null }> {
  const claim = (await hasClaims(db)) ? await findClaim(db) : null;
  const label = await readLabel(store);
  const fault = claim?.is_written ? faultOf(claim, label) : label && 'another_database';
  return { database: claim ?? null, store: label, fault };
}

/** Whether the schema is new enough to know of claims, and its owner has let this role read them. */
export async function hasClaims(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select coalesce(has_table_privilege(to_regclass('file_store_claim'), 'select'), false) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

function findClaim(db: Database) {
  return db.selectFrom('file_store_claim').selectAll().executeTakeFirst();
}

async function readLabel(store: FileStore): Promise<Label | null> {
  const text = await store.readLabel();
  if (text === null) return null;
  try {
    return Label.parse(JSON.parse(text));
  } catch (cause) {
    throw new LabelUnreadable(
      'The label of the file store (kelisim-store.json) cannot be read. Put it back from a backup, or run "npm run store -- adopt" when this database is the one to keep.',
      { cause },
    );
  }
}

async function writeLabel(store: FileStore, label: Omit<Label, 'written_at'>) {
  const { database_id, epoch, mark, installation } = label;
  const written_at = new Date().toISOString();
  await store.writeLabel(JSON.stringify({ database_id, epoch, mark, installation, written_at }));
}
