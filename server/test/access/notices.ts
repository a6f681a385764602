import { randomUUID } from 'node:crypto';
import type { Asking, Cases } from './access.ts';

async function noticeOfDirector({ app, world }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('notices')
    .values({
      user_id: world.director.user_id,
      kind: 'ticket_answered',
      words: JSON.stringify({ number: '1' }),
      path: '/lk/business/support/1',
      event_key: `test:${randomUUID()}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const noticesCases = {
  'notices.choose': { given: () => ({ body: { kind: 'ticket_answered', channel: 'in_app', is_on: true } }) },
  'notices.read': {
    answers: { employee: 404, executor: 404, admin: 404 },
    names: 'path',
    thing: noticeOfDirector,
    given: (notice_id) => ({ params: { notice_id } }),
  },
  'notices.read_all': {
    answers: { employee: 404, executor: 404, admin: 404 },
    names: 'body',
    thing: noticeOfDirector,
    given: (up_to) => ({ body: { up_to } }),
  },
  'companies.payment_term': {},
  'companies.set_payment_term': { given: () => ({ body: { days: 5 } }) },
  'companies.signing_term': {},
  'companies.set_signing_term': { given: () => ({ body: { days: 5 } }) },
  'notices.set_reminders': { given: () => ({ body: { is_on: true, every_days: 3, most: 3 } }) },
} satisfies Cases;
