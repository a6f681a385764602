import { sql } from 'kysely';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';

export interface NewMessage {
  channel: 'sms' | 'email';
  kind: string;
  recipient: string;
  user_id: number | null;
  company_id: number | null;
  locale: 'ru' | 'kz';
  subject: string | null;
  body: string;
  sealed: Buffer | null;
  expires_at: Date | null;
  event_key: string | null;
  next_try_at?: Date;
}

/** The same event again adds nothing. */
export async function addMessage(db: Handle, message: NewMessage): Promise<void> {
  await db
    .insertInto('messages')
    .values(message)
    .onConflict((oc) => oc.column('event_key').doNothing())
    .execute();
}

export interface DueMessage {
  id: number;
  channel: 'sms' | 'email';
  recipient: string;
  kind: string;
  subject: string | null;
  body: string;
  sealed: Buffer | null;
  tries: number;
}

/** Takes due messages for a minute; a process that dies in between leaves them to the next one. */
export async function claimDue(db: Database, limit: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update messages set state = 'sending', tries = tries + 1, leased_until = now() + interval '1 minute'
    where id in (
      select id from messages
      where ((state = 'waiting' and next_try_at <= now()) or (state = 'sending' and leased_until < now()))
        and (expires_at is null or expires_at > now())
      order by next_try_at limit ${limit} for update skip locked)
    returning id, channel, recipient, kind, subject, body, sealed, tries`.execute(db);
  return rows;
}

export async function setDelivered(
  db: Database,
  id: number,
  said: { state: 'sent' | 'failed'; gateway: string; gateway_id: string | null; gateway_says: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      ...said,
      // What did not come may be sent again while it is good; then it is forgotten (`expireMessages`).
      sealed: said.state === 'failed' ? sql`case when expires_at is null then null else sealed end` : null,
      leased_until: null,
      sent_at: said.state === 'sent' ? sql`now()` : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

export async function setTryAgain(
  db: Database,
  id: number,
  said: { wait_s: number; gateway: string; gateway_says: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      state: 'waiting',
      leased_until: null,
      next_try_at: sql`now() + make_interval(secs => ${said.wait_s})`,
      gateway: said.gateway,
      gateway_says: said.gateway_says,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Without a gateway the outbox is the delivery: it stays readable there. */
export async function setKept(db: Database, id: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'kept', leased_until: null, sent_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** What nobody needs any more is not sent late, and its secret is forgotten. */
export async function expireMessages(db: Database): Promise<void> {
  await db
    .updateTable('messages')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', 'in', ['waiting', 'sending'])
        .then('expired')
        .else(eb.ref('state'))
        .end(),
      sealed: null,
      leased_until: null,
    }))
    .where('expires_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('sealed', 'is not', null), eb('state', 'in', ['waiting', 'sending'])]))
    .execute();
}

export interface RequestKeys {
  channel: 'sms' | 'email';
  target_hash: Buffer;
  prefix_hash: Buffer;
  ip: string;
}

export interface RequestCounts {
  target_minute: number;
  target_ten_minutes: number;
  target_day: number;
  ip_hour: number;
  prefix_hour: number;
  all_day: number;
}

/** How much was asked of late. The receiver is locked until the transaction ends, so that many at once count too. */
export async function countRequests(tx: Tx, keys: RequestKeys): Promise<RequestCounts> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${keys.target_hash.toString('hex')}, 1))`.execute(
    tx,
  );
  const count = (where: ReturnType<typeof sql>, span: string) =>
    sql<number>`(select count(*) from message_requests where ${where} and requested_at > clock_timestamp() - ${span}::interval)`;
  const target = sql`channel = ${keys.channel} and target_hash = ${keys.target_hash}`;
  const { rows } = await sql<RequestCounts>`select
    ${count(target, '1 minute')} as target_minute,
    ${count(target, '10 minutes')} as target_ten_minutes,
    ${count(target, '1 day')} as target_day,
    ${count(sql`ip = ${keys.ip}::inet`, '1 hour')} as ip_hour,
    ${count(sql`prefix_hash = ${keys.prefix_hash}`, '1 hour')} as prefix_hour,
    ${count(sql`channel = ${keys.channel}`, '1 day')} as all_day`.execute(tx);
  return rows[0]!;
}

export async function addRequest(tx: Tx, keys: RequestKeys): Promise<void> {
  await tx.insertInto('message_requests').values(keys).execute();
}

export async function sweepRequests(db: Database): Promise<void> {
  await db
    .deleteFrom('message_requests')
    .where('requested_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
}
