import type { TestApp } from '../make-app.ts';
import { samplePdf } from '../papers.ts';
import type { Person } from '../people.ts';
import type { Asking, Cases } from './access.ts';

const readyAnswer = { title: 'Ключ', text_ru: 'Проверьте срок ключа.', text_kz: 'Кілт мерзімін тексеріңіз.' };

async function keptAnswer({ app }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('support_answers')
    .values({ ...readyAnswer, updated_by: (await anyUser(app)).id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const anyUser = (app: TestApp) =>
  app.parts.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();

/** Of the world's side of who asks; of its director, when the platform asks. */
async function ticket({ app, world, by }: Asking, files = {}): Promise<number> {
  const author = by.company_id === null ? world.director : by;
  const made = await app.ok('support.create', author, {
    body: { theme_id: '1', text: `Сұрақ ${world.mark}` },
    files,
  });
  return made.id;
}

async function ticketAttachment(asking: Asking): Promise<number> {
  const ticket_id = await ticket(asking, { attachment1: { name: 'a.pdf', bytes: await samplePdf() } });
  const author = asking.by.company_id === null ? asking.world.director : asking.by;
  const [message] = await messagesOf(asking.app, author, ticket_id);
  return message!.attachments[0]!.id;
}

const messagesOf = (app: TestApp, by: Person, ticket_id: number) =>
  app.ok('support.messages', by, { params: { ticket_id } });

export const supportCases = {
  'support.create': { given: () => ({ body: { theme_id: '1', text: 'Сұрақ' } }) },
  'support.get': {
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id } }),
  },
  'support.messages': {
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id } }),
  },
  'support.write': {
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id }, body: { text: 'Жауап' } }),
  },
  'support.set_status': {
    desk: 'support',
    names: 'path',
    thing: ticket,
    // The desk takes it, its author closes it.
    given: (ticket_id, { by }) => ({
      params: { ticket_id },
      body: { status_id: by.company_id === null ? '2' : '5' },
    }),
  },
  'support.attachment': {
    desk: 'support',
    names: 'path',
    thing: ticketAttachment,
    given: (attachment_id) => ({ params: { attachment_id } }),
  },
  'support.add_answer': { given: () => ({ body: readyAnswer }) },
  'support.change_answer': {
    names: 'path',
    thing: keptAnswer,
    given: (answer_id) => ({ params: { answer_id }, body: readyAnswer }),
  },
  'support.delete_answer': {
    names: 'path',
    thing: keptAnswer,
    given: (answer_id) => ({ params: { answer_id } }),
  },
  'support.restore_answer': {
    names: 'path',
    thing: keptAnswer,
    given: (answer_id) => ({ params: { answer_id } }),
  },
} satisfies Cases;
