import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { StartRefused } from './start-refused.ts';

export type Installation = 'production' | 'sandbox' | 'stand';

/** For people. */
const NAMES: Record<Installation, string> = {
  production: 'a production installation',
  sandbox: 'a sandbox',
  stand: 'a public stand',
};

const installationOf = ({ sandbox, stand }: Pick<Config, 'sandbox' | 'stand'>): Installation =>
  stand ? 'stand' : sandbox ? 'sandbox' : 'production';

/**
 * Refuses a database that was begun as another kind of installation: people with known passwords and test keys must not
 * get into production, nor papers of production where strangers sign. Marks a database that nobody has marked yet.
 * @throws {StartRefused}
 */
export async function assertInstallation(db: Database, config: Config): Promise<void> {
  const own = installationOf(config);
  const begun = await refuseOtherKind(db, config);
  if (begun.is_written || (begun.as !== null && begun.as !== own)) return;
  await db
    .insertInto('file_store_claim')
    .values({ epoch: 1, marks: [randomUUID()], installation: own })
    .onConflict((oc) => oc.column('is_claimed').doUpdateSet({ installation: own }))
    .execute();
}

/** The same without the mark, for a database that is not to be changed yet. @throws {StartRefused} */
export async function refuseOtherKind(db: Database, config: Config): Promise<Begun> {
  const begun = await begunAs(db);
  const fault = installationFault(begun, config);
  if (fault !== null) throw new StartRefused(fault);
  return begun;
}

/** Why the settings are not those of this database; null when they are. */
export function installationFault(begun: Begun, config: Config): string | null {
  const own = installationOf(config);
  if (begun.as === null || begun.as === own || (!begun.is_sure && own === 'sandbox')) return null;
  return `This is the database of ${NAMES[begun.as]}, and the settings are those of ${NAMES[own]}. Correct SANDBOX or DATABASE_URL: one never becomes the other.`;
}

export interface Begun {
  as: Installation | null;
  is_written: boolean;
  /** False where there are companies and nobody has a test key: production, or a sandbox where nobody has signed. */
  is_sure: boolean;
}

/** What a database was begun as; of one that an earlier version began, what is in it tells. */
export async function begunAs(db: Database): Promise<Begun> {
  const { rows } = await sql<{ written: Installation | null; has_keys: boolean; has_companies: boolean }>`
    select (select to_jsonb(c) ->> 'installation' from file_store_claim c) as written,
      exists (select from sandbox.keys) as has_keys, exists (select from companies) as has_companies`.execute(
    db,
  );
  const [{ written, has_keys, has_companies }] = rows as [(typeof rows)[0]];
  const as = written ?? (has_keys ? 'sandbox' : has_companies ? 'production' : null);
  return { as, is_written: written !== null, is_sure: written !== null || has_keys || !has_companies };
}
