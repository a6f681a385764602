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
 * Notes the present master key at its first use.
 * @throws {StartRefused} when the one that the database was used with last is not among the keys
 */
export async function assertMasterKey(db: Database, keys: MasterKeys): Promise<void> {
  const present = masterKeyId(keys.master_key);
  const known = [present, ...keys.former_master_keys.map(masterKeyId)];
  const last = await db
    .selectFrom('master_keys')
    .select('key_id')
    .orderBy('first_used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && !known.includes(last.key_id))
    throw new StartRefused(
      `MASTER_KEY is another one than this database was used with: its fingerprint is ${present}, not ${last.key_id}. ` +
        'Set that key; to change to a new one, put it into FORMER_MASTER_KEYS.',
    );
  await db
    .insertInto('master_keys')
    .values({ key_id: present })
    .onConflict((oc) => oc.doNothing())
    .execute();
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
  const key_id = masterKeyId(keys.master_key);
  const is_clean = done.resealed + done.lost + done.hashes === 0;
  const row = await db
    .updateTable('master_keys')
    .set({ resealed_at: is_clean ? sql<Date>`coalesce(resealed_at, now())` : null })
    .where('key_id', '=', key_id)
    .returning(['first_used_at', sql<Date>`now()`.as('now')])
    .executeTakeFirst();
  // Before its first start nothing is known of it.
  const first_used_at = row?.first_used_at ?? new Date();
  const held_until = new Date(first_used_at.getTime() + IDLE_S * 1000);
  return { ...done, held_until, is_over: is_clean && row !== undefined && row.now >= held_until };
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
