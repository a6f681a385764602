import type { NoticeKind, SECURITY_KINDS } from '@kelisim/shared/features/notices/notices.contract.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { queueMessage } from '../messages/public.ts';
import { channelsOf, type Reached } from './channels-of.ts';
import { addNotice } from './notices.queries.ts';
import { phraseOf, type Words } from './sentence.ts';
import type { SignLink } from './sign-link.ts';
import type { Waits } from './waits-of.ts';

export interface News {
  kind: NoticeKind;
  /** In whose matters; null for what concerns the person alone. */
  company_id: number | null;
  words: Words;
  /** Where it leads, in the product, with the slash. */
  path: string;
  /** Where several of the kind are read together; then they are one notice until it is read. */
  together?: string;
  count?: number;
  /** It counts as read once none of these waits any more; null of what only the user themselves can read. */
  waits?: Waits | null;
  /** Names the event: nobody is told of it twice. */
  once: string;
  /** Names what a message is sent of once, when that is less than each event. */
  message_once?: string;
  /** A message that could not go out by then is not sent late. */
  expires_at?: Date | null;
  /** A message waits until then; what stands behind the bell does not. */
  not_before?: Date | null;
  /** Stands in the SMS in place of the path, which asks for a sign-in. */
  sign_link?: () => Promise<SignLink | null>;
}

/** Tells a user over every channel that is on, in the transaction of the change. */
export async function tellPerson(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  person: Reached,
  news: News,
): Promise<void> {
  const { kind, company_id, words, count = 1 } = news;
  const channels = await channelsOf(db, person, kind);
  if (channels.in_app)
    await addNotice(db, {
      user_id: person.id,
      company_id,
      kind,
      words: JSON.stringify(words),
      path: news.path,
      count,
      event_key: `${kind}:${news.once}:${person.id}`,
      group_key: news.together === undefined ? null : `${kind}:${company_id ?? 0}`,
      list_path: news.together ?? null,
      waits: news.waits ? JSON.stringify(news.waits) : null,
    });
  const locale = toLocale(person.locale);
  for (const channel of ['email', 'sms'] as const) {
    const recipient = channel === 'email' ? person.email : person.phone;
    if (!channels[channel] || !recipient) continue;
    const sign = channel === 'sms' ? ((await news.sign_link?.()) ?? null) : null;
    const event_key = `${kind}:${news.message_once ?? news.once}:${person.id}:${channel}`;
    const isNew = await queueMessage(parts, db, {
      kind,
      to: { channel, recipient, locale, user_id: person.id, company_id },
      values: {
        ...words,
        ...phraseOf(kind, locale, words, count),
        link: sign?.url ?? `${parts.config.public_url}${ofCompany(news.path, company_id)}`,
      },
      ...(sign && { secret: ['link'], in_two_parts: true }),
      expires_at: news.expires_at ?? sign?.expires_at ?? null,
      not_before: news.not_before ?? null,
      event_key,
    });
    if (isNew) await sign?.keep(event_key);
  }
}

/** A user with several companies may be working in another one when they follow the link. */
function ofCompany(path: string, company_id: number | null): string {
  if (company_id === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}company=${company_id}`;
}

/** Behind the bell stands also what protects the account; its message goes its own way, to the old address too. */
export async function addSecurityNotice(
  db: Handle,
  user_id: number,
  { kind, words, once }: Pick<News, 'words' | 'once'> & { kind: (typeof SECURITY_KINDS)[number] },
): Promise<void> {
  await addNotice(db, {
    user_id,
    company_id: null,
    kind,
    words: JSON.stringify(words),
    path: '/lk/profile',
    count: 1,
    event_key: `${kind}:${user_id}:${once}`,
    group_key: null,
    list_path: null,
    waits: null,
  });
}
