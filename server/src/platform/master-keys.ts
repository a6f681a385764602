import { sql } from 'kysely';
import { masterKeyId } from './backup/backup-settings.ts';
import type { Database } from './db/database.ts';
import type { Watcher } from './jobs/watch.ts';
import type { MasterKeys } from './keyring.ts';
import type { Log } from './log.ts';
import { reseal, type Resealed, type SealedColumn } from './reseal.ts';
import { StartRefused } from './start-refused.ts';
import { IDLE_S } from './tokens.ts';

/**
 * Notes since when the present master key is the present one.
 * @throws {StartRefused} when the one that the database was used with last is not among the keys
 */
export async function assertMasterKey(db: Database, keys: MasterKeys): Promise<void> {
  const { present, last, refusal } = await lookAtMasterKey(db, keys);
  if (refusal) throw new StartRefused(refusal);
  if (present === last) return;
  await db
    .insertInto('master_keys')
    .values({ key_id: present })
    // Back to an earlier key: what people hold is of the one between, for as long as after any change.
    .onConflict((oc) => oc.column('key_id').doUpdateSet({ present_since: sql<Date>`now()` }))
    .execute();
}

/** Whether a start with these keys would be refused, in a sentence. Changes nothing. */
export async function lookAtMasterKey(
  db: Database,
  keys: MasterKeys,
): Promise<{ present: string; last: string | undefined; refusal: string | null }> {
  const present = masterKeyId(keys.master_key);
  const known = [present, ...keys.former_master_keys.map(masterKeyId)];
  const last = (await readLastKey(db))?.key_id;
  const refusal =
    last === undefined || known.includes(last)
      ? null
      : `MASTER_KEY is another one than this database was used with: its fingerprint is ${present}, not ${last}. ` +
        'Set that key; to change to a new one, put it into FORMER_MASTER_KEYS.';
  return { present, last, refusal };
}

async function readLastKey(db: Database) {
  return db
    .selectFrom('master_keys')
    .select(['key_id', 'present_since', sql<Date>`now()`.as('now')])
    .orderBy('present_since', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface KeyStanding extends Resealed {
  /** From when on the former keys may go, as far as what people hold goes. */
  held_until: Date;
  /** Whether they may go now. */
  is_over: boolean;
}

/** Seals again what former keys sealed, and tells whether they are still needed. */
export async function retireFormerKeys(
  db: Database,
  keys: MasterKeys,
  columns: readonly SealedColumn[],
  log: Log,
): Promise<KeyStanding> {
  const done = await reseal(db, keys, columns, log);
  const is_clean = done.resealed + done.lost + done.hashes === 0;
  const last = await readLastKey(db);
  const is_last = last?.key_id === masterKeyId(keys.master_key);
  // Until a process started with it after all others, people are still given what another key makes.
  const present_since = is_last ? last.present_since : new Date();
  const held_until = new Date(present_since.getTime() + IDLE_S * 1000);
  return { ...done, held_until, is_over: is_clean && is_last && last.now >= held_until };
}

/** Only with former keys is there something to do. */
export function keyWatchers(
  db: Database,
  keys: MasterKeys,
  columns: readonly SealedColumn[],
  log: Log,
): Watcher[] {
  if (keys.former_master_keys.length === 0) return [];
  return [
    {
      name: 'keys.reseal',
      every_ms: 3_600_000,
      async run() {
        const { held_until, ...standing } = await retireFormerKeys(db, keys, columns, log);
        log.info({ event: 'keys.resealed', held_until: held_until.toISOString(), ...standing });
      },
    },
  ];
}
