import type { Asking, Cases } from './access.ts';

async function keptMessage({ app }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('messages')
    .values({
      channel: 'sms',
      kind: 'code',
      recipient: '+77010000001',
      locale: 'ru',
      body: 'Kelisim',
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const messagesCases = {
  'outbox.get': { names: 'path', thing: keptMessage, given: (message_id) => ({ params: { message_id } }) },
  'outbox.send_again': {
    names: 'path',
    thing: keptMessage,
    given: (message_id) => ({ params: { message_id } }),
  },
  'outbox.texts': { given: () => ({ query: { language: 'kz' } }) },
} satisfies Cases;
