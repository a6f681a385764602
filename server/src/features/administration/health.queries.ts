import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** What came of the last messages of a channel within a day. */
export async function readChannel(
  db: Handle,
  channel: 'sms' | 'email',
): Promise<{ state: string; gateway_says: string | null } | undefined> {
  const { rows } = await sql<{ state: string; gateway_says: string | null }>`
    select case when state = 'waiting' then 'failed' else state end as state, gateway_says from messages
    where channel = ${channel} and gateway is not null and created_at > now() - interval '1 day'
      and (state in ('sent', 'failed') or (state = 'waiting' and tries > 0))
    order by coalesce(sent_at, next_try_at) desc limit 1`.execute(db);
  return rows[0];
}

export async function countBanks(db: Handle): Promise<{ connected: number; failed: number }> {
  const { rows } = await sql<{ connected: number; failed: number }>`
    select count(*) as connected, count(*) filter (where check_outcome = 'failed') as failed
    from bank_integrations where removed_at is null`.execute(db);
  return { connected: Number(rows[0]!.connected), failed: Number(rows[0]!.failed) };
}

/** Of whoever signed last: a certificate that can be asked about. */
export async function findLivingCertificate(db: Handle, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('user_certificates')
    .select('der')
    .where('valid_until', '>', now)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.der;
}

export async function countEndingCertificates(db: Handle, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from user_certificates c join users u on u.id = c.user_id and u.status = 'active'
    where c.valid_until between ${now}::timestamptz and ${now}::timestamptz + interval '30 days'`.execute(db);
  return Number(rows[0]!.count);
}

export async function readVersion(db: Handle): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]!.version;
}
