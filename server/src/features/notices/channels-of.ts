import {
  isOnAtFirst,
  isSecurity,
  type NoticeKind,
} from '@kelisim/shared/features/notices/notices.contract.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from '@kelisim/shared/features/notices/notice-channels.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listChoices } from './notices.queries.ts';

/** Somebody who can be told something: an address or a number stands here only when it was confirmed. */
export interface Reached {
  id: number;
  email: string | null;
  phone: string | null;
  locale: string;
  /** In the company that is told; null where the person alone is. */
  role: 'business' | 'executor' | null;
}

export type Channels = Record<NoticeChannel, boolean>;

/** What is on for a kind: the user's choice, or the default. */
export function resolve(
  kind: NoticeKind,
  person: Pick<Reached, 'email' | 'phone' | 'role'>,
  chosen: readonly { kind: string; channel: string; is_on: boolean }[],
): Channels {
  const has = { in_app: true, sms: person.phone !== null, email: person.email !== null };
  const isOn = (channel: NoticeChannel) => {
    const own = isSecurity(kind)
      ? undefined
      : chosen.find((one) => one.kind === kind && one.channel === channel)?.is_on;
    return has[channel] && (own ?? isOnAtFirst(kind, channel, { has_email: has.email, role: person.role }));
  };
  return Object.fromEntries(NOTICE_CHANNELS.map((channel) => [channel, isOn(channel)])) as Channels;
}

export async function channelsOf(db: Handle, person: Reached, kind: NoticeKind): Promise<Channels> {
  return resolve(kind, person, await listChoices(db, person.id));
}
