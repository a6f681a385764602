import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** To whom each tax and contribution goes on a day, `YYYY-MM-DD`: of the rows that hold then the last word. */
export function listPayees(db: Handle, day: string) {
  return db
    .selectFrom('tax_payees')
    .select([
      'kind',
      'knp',
      'name',
      'name_kz',
      'bin',
      'iban',
      'bic',
      'kbe',
      'kbk',
      'list_letter',
      'source',
      'source_kz',
      'sureness',
    ])
    .distinctOn('kind')
    .where('valid_from', '<=', day)
    .where('valid_until', '>=', day)
    .orderBy('kind')
    .orderBy('valid_from', 'desc')
    .orderBy(sql`id`, 'desc')
    .execute();
}
