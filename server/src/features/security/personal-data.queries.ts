import type { Actor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { countEvents, listEvents } from '../security-log/public.ts';
import { listConsents } from './security.queries.ts';

/** Returns everything stored about a user as one JSON file for them. Secrets are named, never shown. */
export async function exportPersonalData({ db, clock }: Parts, { user_id }: Actor): Promise<Buffer> {
  const account = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'phone',
      'full_name',
      'iin',
      'status',
      'locale',
      'is_email_verified',
      'is_phone_verified',
      'created_at',
      'updated_at',
      'last_login',
      'credentials_changed_at',
    ])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const companies = await db
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['c.id', 'c.name', 'c.bin', 'm.role_id', 'm.rights', 'm.created_at', 'm.ended_at'])
    .where('m.user_id', '=', user_id)
    .orderBy('c.id')
    .execute();
  const signatures = await db
    .selectFrom('signatures')
    .select(['id', 'act_id', 'document_id', 'side', 'means', 'signed_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
  const data = {
    made_at: clock.now(),
    account,
    companies,
    consents: (await listConsents(db, user_id)).map((row) => ({
      ...row,
      sha256: row.sha256.toString('hex'),
    })),
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'company_id', 'means', 'user_agent', 'ip', 'created_at', 'expires_at', 'ended_at'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', user_id)
      .execute(),
    certificates: await db
      .selectFrom('user_certificates')
      .select(['serial', 'subject_name', 'iin', 'bin', 'valid_from', 'valid_until'])
      .where('user_id', '=', user_id)
      .execute(),
    kept_key_files: await db
      .selectFrom('key_stores')
      .select(['file_name', 'created_at'])
      .where('user_id', '=', user_id)
      .execute(),
    signatures,
    messages: await db
      .selectFrom('messages')
      .select(['id', 'channel', 'kind', 'recipient', 'subject', 'body', 'state', 'created_at'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
    notices: await db
      .selectFrom('notices')
      .select(['kind', 'words', 'count', 'created_at', 'read_at'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
    notice_choices: await db
      .selectFrom('notice_choices')
      .select(['kind', 'channel', 'is_on', 'changed_at'])
      .where('user_id', '=', user_id)
      .execute(),
    support_messages: await db
      .selectFrom('ticket_messages')
      .select(['id', 'ticket_id', 'text', 'created_at'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
    security_events: await listEvents(db, user_id, { limit: await countEvents(db, user_id), offset: 0 }),
  };
  return Buffer.from(JSON.stringify(data, null, 2));
}
