import type { Ticket, TicketMessage } from '@kelisim/shared/features/support/support.contract.ts';
import {
  TICKET_STATUS_IDS,
  TICKET_STATUSES,
  TICKET_THEMES,
  type TicketSide,
} from '@kelisim/shared/features/support/ticket-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/support.ts';
import ru from '@kelisim/shared/texts/ru/support.ts';
import type { MessageData, TicketData } from './support.queries.ts';

export const supportTexts = { ru, kz };

export function toTicket(row: TicketData): Ticket {
  return {
    id: row.id,
    company_name: row.company_name,
    user_id: row.user_id,
    user_name: row.user_name,
    theme_id: TICKET_THEMES.indexOf(row.theme) + 1,
    status_id: TICKET_STATUS_IDS[row.status],
    text: row.text,
    created_at: row.created_at.toISOString(),
    last_message_at: row.last_message_at.toISOString(),
    read_by_admin: row.read_by_admin,
    read_by_business: row.read_by_business,
    locale: row.locale,
  };
}

/** A message as a side sees it: to a company the desk is one and has no names. */
export function toMessage(row: MessageData, side: TicketSide, locale: Locale): TicketMessage {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    user_id: row.user_id,
    user_name: row.by_support && side === 'user' ? null : row.user_name,
    company_name: row.by_support ? supportTexts[locale].desk : row.company_name,
    by_support: row.by_support,
    text: row.text,
    created_at: row.created_at.toISOString(),
    attachments: row.attachments.map(({ id, media_type, name, size_bytes }) => ({
      id,
      content_type: media_type,
      name,
      size_bytes,
    })),
  };
}

export const listThemes = (locale: Locale) =>
  TICKET_THEMES.map((theme, at) => ({
    id: at + 1,
    name: supportTexts[locale].theme[theme],
    description_kz: kz.theme_hint[theme],
    description_ru: ru.theme_hint[theme],
  }));

export const listStatuses = () =>
  TICKET_STATUSES.map((code) => ({
    id: TICKET_STATUS_IDS[code],
    code,
    name_kz: kz.status[code],
    name_ru: ru.status[code],
  }));
