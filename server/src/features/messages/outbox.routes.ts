import type { Parts } from '../../parts.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { listMessages } from './outbox.queries.ts';
import { sampleMessages } from './sample-messages.ts';
import { readMessage, sendAgain, toOutboxRow } from './read-outbox.ts';

type Names = Extract<keyof Handlers, `outbox.${string}`>;

export function outboxRoutes(app: Parts): Pick<Handlers, Names> {
  return {
    'outbox.list': async ({ input }) => {
      const found = await listMessages(app.db, input.query);
      return pageAnswer(found, input.query.limit, (row) => toOutboxRow(app, row));
    },
    'outbox.texts': async ({ input }) => ({
      items: sampleMessages(input.query.language, app.config.public_url),
    }),
    'outbox.get': ({ input, actor }) => readMessage(app, actor, input.params.message_id),
    'outbox.send_again': ({ input, actor }) => sendAgain(app, actor, input.params.message_id),
  };
}
