import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export function findDemoPerson(db: Handle, email: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('sandbox.keys as k', 'k.user_id', 'u.id')
    .select('u.iin')
    .where('u.email_key', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Whom a visitor may sign in as: directors and employees first, then executors. */
export function listDemoPeople(db: Handle) {
  return (
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .innerJoin('sandbox.keys as k', (join) =>
        join
          .onRef('k.user_id', '=', 'u.id')
          .onRef('k.company_id', '=', 'c.id')
          // The demo data alone have keys of RSA: whoever registered has a password of their own.
          .on('k.algorithm', '=', 'rsa'),
      )
      .select(['u.email', 'u.full_name', 'c.name', 'm.role_id'])
      .orderBy('m.role_id')
      // Executors are made side by side, and their numbers vary from one start to another.
      .orderBy(sql`case m.role_id when 3 then length(u.email) else c.id end`)
      .orderBy('u.email')
      .limit(8)
      .execute()
  );
}

/** The 48 of the demo data, two a person, and those of whoever came last: strangers may register without end. */
const PHONE_KEYS = 80;

export function listPhoneKeys(db: Handle) {
  const newest = db
    .selectFrom('sandbox.keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.user_id', '=', 'k.user_id').onRef('m.company_id', '=', 'k.company_id'),
    )
    .select(['u.full_name', 'c.name as company', 'k.algorithm', 'k.file_name', 'k.password', 'k.pkcs12'])
    .select(['m.role_id', 'm.user_id', 'm.company_id'])
    .orderBy(sql`bool_or(k.algorithm = 'rsa') over (partition by k.user_id, k.company_id)`, 'desc')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.user_id', 'desc')
    .limit(PHONE_KEYS);
  return db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .orderBy('role_id')
    .orderBy('user_id')
    .orderBy('company_id')
    .orderBy('algorithm')
    .execute();
}

export function listKeys(db: Handle, user_id: number, company_id: number) {
  return db
    .selectFrom('sandbox.keys')
    .selectAll()
    .where((eb) => eb.and({ user_id, company_id }))
    .orderBy('algorithm')
    .execute();
}
