import type { OutboxMessage, OutboxRow } from '@kelisim/shared/features/messages/outbox.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { maskEmail, maskPhone } from '../../platform/mask.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteDeskDeed, wasNoted } from '../security-log/public.ts';
import { findLiveCode, findMessage, lockMessage, setWaiting, type MessageRow } from './outbox.queries.ts';
import { DOTS, openMessage } from './queue-message.ts';

/** One message. In the sandbox the outbox is the delivery, so its code or link can be read while it is good. */
export async function readMessage(parts: Parts, actor: Actor, id: number): Promise<OutboxMessage> {
  const row = orNotFound(await findMessage(parts.db, id));
  const message = toMessage(parts, row);
  if (message.is_open) await noteReading(parts.db, actor, row);
  return message;
}

/** A reader of a live code or link could use it, so reading is logged before it is shown; once per session. */
async function noteReading(db: Handle, actor: Actor, row: MessageRow): Promise<void> {
  const event = { kind: 'outbox_read' as const, detail: { message_id: row.id, message: row.kind } };
  const user_id = row.user_id ?? actor.user_id;
  if (await wasNoted(db, { ...event, user_id, session_id: actor.session_id })) return;
  await noteDeskDeed(db, actor, { ...event, user_id, company_id: row.company_id });
}

export async function sendAgain(parts: Parts, actor: Actor, id: number): Promise<OutboxMessage> {
  return parts.db.transaction().execute(async (tx) => {
    const row = orNotFound(await lockMessage(tx, id));
    if (row.state === 'waiting' || row.state === 'sending') return toMessage(parts, row);
    if (!maySendAgain(parts, row)) throw new Problem('message.text_lost');
    await setWaiting(tx, id);
    const { user_id, company_id, kind: message } = row;
    const detail = { message_id: id, message };
    await noteDeskDeed(tx, actor, { kind: 'outbox_sent_again', user_id, company_id, detail });
    return toMessage(parts, { ...row, state: 'waiting', tries: 0, sent_at: null });
  });
}

export function maskedRecipient({ channel, recipient }: { channel: string; recipient: string }): string {
  return channel === 'sms' ? maskPhone(recipient) : maskEmail(recipient);
}

export function toOutboxRow(parts: Parts, row: MessageRow): OutboxRow {
  const is_waiting = row.state === 'waiting';
  return {
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    recipient: maskedRecipient(row),
    preview: beginningOf(row.body),
    state: row.state,
    tries: row.tries,
    gateway: row.gateway,
    gateway_says: row.gateway_says,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    next_try_at: is_waiting ? row.next_try_at.toISOString() : null,
    may_send_again: maySendAgain(parts, row),
  };
}

function toMessage(parts: Parts, row: MessageRow): OutboxMessage {
  const is_open = staysHere(parts, row) && row.sealed !== null && isGood(parts, row);
  const { subject, body } = is_open ? openMessage(parts, row) : row;
  return {
    ...toOutboxRow(parts, row),
    recipient: row.recipient,
    subject,
    body,
    is_open,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Only where the outbox is the delivery. Where others come in, a code must not be usable by anyone else. */
function staysHere({ config, sms, mail }: Parts, { channel }: Pick<MessageRow, 'channel'>): boolean {
  return config.sandbox && !config.stand && (channel === 'sms' ? sms === null : mail === null);
}

/** In the sandbox, the code that a page asks its reader for; null where it went to a real phone or mailbox. */
export async function readLiveCode(parts: Parts, recipient: string): Promise<string | null> {
  const row = await findLiveCode(parts.db, recipient);
  if (!row || !staysHere(parts, row)) return null;
  return /(?<!\d)\d{6}(?!\d)/.exec(openMessage(parts, row).body)?.[0] ?? null;
}

/** A text whose code was forgotten says nothing any more, and one that is out of date says something wrong. */
function maySendAgain(parts: Parts, row: MessageRow): boolean {
  const is_whole = row.sealed !== null || !row.body.includes(DOTS);
  return ['sent', 'kept', 'failed'].includes(row.state) && is_whole && isGood(parts, row);
}

function isGood(parts: Parts, row: MessageRow): boolean {
  return row.expires_at === null || row.expires_at > parts.clock.now();
}

function beginningOf(body: string): string {
  const line = body.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
