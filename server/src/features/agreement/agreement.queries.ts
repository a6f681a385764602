import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type AgreementRow = Omit<Selectable<Tables['user_agreements']>, 'pdf'> & { size: number };

/** The version in force: the newest. */
export async function findAgreement(db: Handle): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('user_agreements')
    .select(['id', 'version', 'name', 'sha256', 'uploaded_by', 'in_force_from'])
    .select(sql<number>`length(pdf)`.as('size'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findAgreementFile(db: Handle) {
  return db
    .selectFrom('user_agreements')
    .select(['name', 'version', 'pdf'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Answers its version. */
export async function addAgreement(
  tx: Tx,
  file: { name: string; pdf: Buffer; sha256: Buffer; uploaded_by: number | null },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('user agreement', 0))`.execute(tx);
  const { version } = await tx
    .insertInto('user_agreements')
    .values({ ...file, version: sql<number>`(select coalesce(max(version), 0) + 1 from user_agreements)` })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** The agreement has the consent to personal data in it, so one deed is two consents. */
export async function addConsents(
  tx: Tx,
  consent: { user_id: number; agreement_id: number; ip: string },
): Promise<void> {
  await tx
    .insertInto('consents')
    .values((['user_agreement', 'personal_data'] as const).map((kind) => ({ ...consent, kind })))
    .execute();
}
