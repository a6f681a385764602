import { sql, type Selectable } from 'kysely';
import { pageOfFound, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

const COLUMNS = [
  'id',
  'channel',
  'kind',
  'recipient',
  'user_id',
  'company_id',
  'state',
  'tries',
  'gateway',
  'gateway_says',
  'created_at',
  'sent_at',
  'next_try_at',
  'expires_at',
  'subject',
  'body',
  'sealed',
] as const;

type Message = Selectable<Tables['messages']>;

interface Asked extends Page {
  state?: Message['state'] | undefined;
  channel?: Message['channel'] | undefined;
  recipient?: string | undefined;
}

export async function listMessages(db: Handle, { state, channel, recipient, ...page }: Asked) {
  const found = db
    .selectFrom('messages')
    .select(COLUMNS)
    .$if(state !== undefined, (qb) => qb.where('state', '=', state!))
    .$if(channel !== undefined, (qb) => qb.where('channel', '=', channel!))
    .$if(Boolean(recipient), (qb) => qb.where(sql<string>`lower(recipient)`, '=', recipient!.toLowerCase()));
  return pageOfFound(db, found, found.orderBy('id', 'desc'), page);
}

export function findMessage(db: Handle, id: number) {
  return db.selectFrom('messages').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}
export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export function lockMessage(tx: Tx, id: number) {
  return tx.selectFrom('messages').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setWaiting(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'waiting', tries: 0, next_try_at: sql`now()`, sent_at: null, leased_until: null })
    .where('id', '=', id)
    .execute();
}

/** The newest code that was sent to a phone or an e-mail and is still good. */
export function findLiveCode(db: Handle, recipient: string) {
  return db
    .selectFrom('messages')
    .select(COLUMNS)
    .where('kind', '=', 'code')
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .where('sealed', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
