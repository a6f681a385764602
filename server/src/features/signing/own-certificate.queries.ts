import { type Handle, NOW } from '../../platform/db/database.ts';
import type { Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** Returns the certificate that a user stored, and when. */
export function findNamedCertificate(db: Handle, user_id: number) {
  return db
    .selectFrom('user_certificates')
    .select([
      'serial',
      'subject_name as name',
      'iin',
      'bin',
      'algorithm',
      'valid_from',
      'valid_until',
      'updated_at as at',
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

/** Returns the certificate of the user's last signature, on any document, and its time. */
export function findLastSigningCertificate(db: Handle, user_id: number) {
  return db
    .selectFrom('signatures')
    .select([
      'certificate_serial as serial',
      'name',
      'iin',
      'bin',
      'algorithm',
      'certificate_valid_from as valid_from',
      'certificate_valid_until as valid_until',
      'signed_at as at',
    ])
    .where('user_id', '=', user_id)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function putNamedCertificate(
  db: Handle,
  user_id: number,
  values: Omit<Insertable<Tables['user_certificates']>, 'user_id'>,
): Promise<void> {
  await db
    .insertInto('user_certificates')
    .values({ user_id, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ ...values, updated_at: NOW }))
    .execute();
}
