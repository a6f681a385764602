import { showHiddenIn } from '@kelisim/shared/kernel/plain-text.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { TWO_PARTS } from '@kelisim/shared/kernel/sms-parts.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/messages.ts';
import ru from '@kelisim/shared/texts/ru/messages.ts';
import type { Parts } from '../../parts.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Handle } from '../../platform/db/database.ts';
import { addMessage } from './messages.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

export type MessageKind = keyof typeof ru;

export interface Receiver {
  channel: 'sms' | 'email';
  /** `+7…` or an e-mail address. */
  recipient: string;
  locale: Locale;
  user_id?: number | null;
  company_id?: number | null;
}

export interface QueuedMessage {
  kind: MessageKind;
  to: Receiver;
  values: Record<string, string>;
  /** Names of values that must not be readable later: codes, links that open something. */
  secret?: readonly string[];
  expires_at?: Date | null;
  event_key?: string | null;
  /** As an SMS it takes two parts at most: where it would be longer, the name of the party gives way. */
  in_two_parts?: boolean;
  /** It does not leave before. */
  not_before?: Date | null;
}

export const DOTS = '••••••';

/**
 * Puts a message into the outbox, in the transaction of what it tells of: no deed without its notice, nor the reverse.
 * Whether it was put there: the same event again adds nothing.
 */
export async function queueMessage(
  { config }: Pick<Parts, 'config'>,
  db: Handle,
  {
    kind,
    to,
    values,
    secret = [],
    expires_at = null,
    event_key = null,
    not_before = null,
    in_two_parts = false,
  }: QueuedMessage,
): Promise<boolean> {
  values = showHiddenIn(values);
  const texts = { ru, kz }[to.locale][kind];
  const whole = values['link'] ? { ...values, link: inLanguage(values['link'], to.locale) } : values;
  const said = to.channel === 'sms' && in_two_parts ? inTwoParts(texts.sms, whole) : whole;
  const shown = { ...said, ...Object.fromEntries(secret.map((name) => [name, DOTS])) };
  const write = (with_values: Record<string, string>) =>
    to.channel === 'sms'
      ? { subject: null, body: fill(texts.sms, with_values) }
      : { subject: oneLine(fill(texts.subject, with_values)), body: fill(texts.email, with_values) };
  const sealed =
    secret.length === 0
      ? null
      : makeKeyring(config, 'messages').seal(messageContext(to), Buffer.from(JSON.stringify(write(said))));
  return addMessage(db, {
    channel: to.channel,
    kind,
    recipient: to.recipient,
    user_id: to.user_id ?? null,
    company_id: to.company_id ?? null,
    locale: to.locale,
    ...write(shown),
    sealed,
    expires_at,
    event_key,
    ...(not_before && { next_try_at: not_before }),
  });
}

/** The page behind a link opens in the language of the message; it takes the parameter out of its address. */
function inLanguage(link: string, locale: Locale): string {
  return `${link}${link.includes('?') ? '&' : '?'}l=${locale}`;
}

/** The least that is left of a name, so that its reader still knows it. */
const LEAST_OF_A_NAME = 16;

function inTwoParts(text: string, values: Record<string, string>): Record<string, string> {
  const over = fill(text, values).length - TWO_PARTS;
  const { party = '' } = values;
  if (over <= 0) return values;
  const letters = [...party];
  const left = Math.max(LEAST_OF_A_NAME, letters.length - over - 1);
  if (left >= letters.length) return values;
  return { ...values, party: `${letters.slice(0, left).join('').trimEnd()}…` };
}

/** The text as its receiver shall read it. */
export function openMessage(
  { config }: Pick<Parts, 'config'>,
  row: {
    channel: string;
    recipient: string;
    subject: string | null;
    body: string;
    sealed: Buffer | null;
  },
): { subject: string | null; body: string } {
  if (row.sealed === null) return { subject: row.subject, body: row.body };
  return JSON.parse(
    makeKeyring(config, 'messages').open(messageContext(row), row.sealed).toString('utf8'),
  ) as {
    subject: string | null;
    body: string;
  };
}

const messageContext = (to: { channel: string; recipient: string }) =>
  `message:${to.channel}:${to.recipient}`;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export const sealedMessages: SealedColumn = {
  purpose: 'messages',
  table: 'messages',
  key: 'id',
  column: 'sealed',
  of: ['channel', 'recipient'],
  context: ({ channel, recipient }) =>
    messageContext({ channel: String(channel), recipient: String(recipient) }),
};
