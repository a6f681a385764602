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

/** The same event again adds nothing; whether this one was added. */
export async function addMessage(db: Handle, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messages')
    .values(message)
    .onConflict((oc) => oc.column('event_key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
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
    .where((eb) => eb.and({ id, state: 'sending' }))
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
    .where((eb) => eb.and({ id, state: 'sending' }))
    .execute();
}

/** Without a gateway the outbox is the delivery: it stays readable there. */
export async function setKept(db: Database, id: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'kept', leased_until: null, sent_at: sql`now()` })
    .where((eb) => eb.and({ id, state: 'sending' }))
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
        .then('expired' as const)
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
  source_hash: Buffer;
  by_stranger: boolean;
}

export interface RequestLimit {
  of: 'target' | 'prefix' | 'source' | 'unconfirmed' | 'strangers';
  most: number;
  span_s: number;
}

/** Asker and receiver are locked until the transaction ends, so that many requests at once are no more than many in a row. */
export async function lockRequests(tx: Tx, { source_hash, target_hash }: RequestKeys): Promise<void> {
  for (const hash of [source_hash, target_hash])
    await sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 1))`.execute(tx);
}

/** For each limit the seconds until it lets another message through; 0 where it does already. */
export async function readWaits(db: Handle, keys: RequestKeys, limits: RequestLimit[]): Promise<number[]> {
  const which = {
    target: sql`channel = ${keys.channel} and target_hash = ${keys.target_hash}`,
    prefix: sql`prefix_hash = ${keys.prefix_hash}`,
    source: sql`source_hash = ${keys.source_hash}`,
    unconfirmed: sql`source_hash = ${keys.source_hash} and confirmed_at is null`,
    strangers: sql`channel = ${keys.channel} and by_stranger`,
  };
  const waits = limits.map(({ of, most, span_s }) => {
    const recent = sql`requested_at > clock_timestamp() - make_interval(secs => ${span_s})`;
    // Each receiver who has entered a code allows one more that nobody has entered.
    const more =
      of === 'unconfirmed'
        ? sql`(select count(distinct target_hash) from message_requests
            where source_hash = ${keys.source_hash} and confirmed_at is not null and ${recent})`
        : sql`0`;
    return sql`coalesce((
      select greatest(1, ceil(extract(epoch from requested_at - clock_timestamp()) + ${span_s}))::integer
      from message_requests where ${which[of]} and ${recent}
      order by requested_at desc offset ${most} - 1 + ${more} limit 1), 0)`;
  });
  const { rows } = await sql<{ waits: number[] }>`select array[${sql.join(waits)}] as waits`.execute(db);
  return rows[0]!.waits;
}

export async function addRequest(tx: Tx, keys: RequestKeys): Promise<void> {
  await tx.insertInto('message_requests').values(keys).execute();
}

/** A receiver has shown that what was sent came to somebody who wanted it. */
export async function setConfirmed(db: Handle, target_hash: Buffer): Promise<void> {
  await db
    .updateTable('message_requests')
    .set({ confirmed_at: sql`clock_timestamp()` })
    .where('target_hash', '=', target_hash)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function sweepRequests(db: Database): Promise<void> {
  await db
    .deleteFrom('message_requests')
    .where('requested_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
}
