import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import {
  TICKET_STATUS_IDS,
  TICKET_STATUSES,
  TICKET_THEMES,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import {
  addAnswer,
  deleteAnswer,
  listAnswers,
  restoreAnswer,
  setAnswer,
  type AnswerWords,
} from './answers.queries.ts';
import { sideOf } from './move-ticket.ts';
import { openTicket } from './open-ticket.ts';
import { setTicketStatus } from './set-ticket-status.ts';
import {
  findAttachment,
  findTicket,
  listMessages,
  listTickets,
  setRead,
  type TicketFilter,
} from './support.queries.ts';
import { listStatuses, listThemes, supportTexts, toMessage, toTicket } from './support.view.ts';
import { writeMessage } from './write-message.ts';

type Names = Extract<keyof Handlers, `support.${string}`>;

export function supportRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const get = async (actor: Actor, ticket_id: number) => {
    const row = orNotFound(await findTicket(db, actor, ticket_id));
    return row;
  };
  return {
    'support.themes': async ({ locale }) => listThemes(locale),
    'support.statuses': async () => listStatuses(),
    'support.list': ({ input, actor }) =>
      list(parts, { ...filterOf(input.query), company_id: actor.company_id }, input.query),
    'support.admin_list': ({ input }) => {
      const { theme_id } = input.query;
      const theme = theme_id === undefined ? undefined : TICKET_THEMES[theme_id - 1];
      if (theme_id !== undefined && !theme) throw new Problem('field.choice', { field: 'theme_id' });
      return list(parts, { ...filterOf(input.query), theme, company_id: null }, input.query);
    },
    'support.create': async ({ input, files, actor }) =>
      toTicket(await get(actor, await openTicket(parts, actor, input.body, files))),
    'support.get': async ({ input, actor }) => toTicket(await get(actor, input.params.ticket_id)),
    'support.messages': async ({ input, actor, locale }) => {
      const ticket = await get(actor, input.params.ticket_id);
      const side = sideOf(actor, ticket);
      const messages = await listMessages(db, ticket);
      await setRead(db, ticket, side, messages.at(-1)!.seq);
      return messages.map((message) => toMessage(message, side, locale));
    },
    'support.write': async ({ input, files, actor, locale }) => {
      const { ticket_id } = input.params;
      const message_id = await writeMessage(parts, actor, ticket_id, input.body.text, files);
      const ticket = await get(actor, ticket_id);
      const written = (await listMessages(db, ticket)).find(({ id }) => id === message_id)!;
      return toMessage(written, sideOf(actor, ticket), locale);
    },
    'support.set_status': async ({ input, actor }) => {
      const { ticket_id } = input.params;
      await setTicketStatus(parts, actor, ticket_id, input.body.status_id);
      return toTicket(await get(actor, ticket_id));
    },
    'support.attachment': async ({ input, actor }) => {
      const file = orNotFound(await findAttachment(db, actor, input.params.attachment_id));
      return { bytes: await readFileOf(parts.store, file), name: file.name, kind: kindOf(file.media_type) };
    },
    'support.answers': () => listAnswers(db),
    'support.add_answer': ({ input, actor }) => addAnswer(db, trimmed(input.body), actor.user_id),
    'support.change_answer': async ({ input, actor }) => {
      const row = orNotFound(await setAnswer(db, input.params.answer_id, trimmed(input.body), actor.user_id));
      return row;
    },
    'support.delete_answer': async ({ input, actor, locale }) => {
      if (!(await deleteAnswer(db, input.params.answer_id, actor.user_id))) throw new Problem('not_found');
      return { message: supportTexts[locale].deleted };
    },
    'support.restore_answer': async ({ input, actor }) => {
      const row = orNotFound(await restoreAnswer(db, input.params.answer_id, actor.user_id));
      return row;
    },
  };
}

async function list({ db }: Parts, filter: TicketFilter, page: { page: number; limit: number }) {
  const found = await listTickets(db, filter, page);
  return pageAnswer(found, page.limit, toTicket);
}

function filterOf(query: {
  status_id?: number[] | undefined;
  search?: string | undefined;
  unread?: boolean | undefined;
}) {
  const statuses = query.status_id?.map((id) => {
    const status = TICKET_STATUSES.find((code) => TICKET_STATUS_IDS[code] === id);
    if (!status) throw new Problem('field.choice', { field: 'status_id' });
    return status;
  });
  return { statuses, search: query.search, unread: query.unread };
}

function kindOf(media_type: string): FileKind {
  const kinds = Object.keys(FILE_KINDS) as FileKind[];
  return kinds.find((kind) => FILE_KINDS[kind].media_type === media_type)!;
}

const trimmed = ({ title, text_ru, text_kz }: AnswerWords): AnswerWords => ({
  title: title.trim(),
  text_ru: text_ru.trim(),
  text_kz: text_kz.trim(),
});
