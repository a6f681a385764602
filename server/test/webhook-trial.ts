import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { deliverDue } from '../src/features/webhooks/webhooks.jobs.ts';
import { movableClock } from '../src/platform/clock.ts';
import { makeDealApp } from './deal-app.ts';
import { PATIENT } from './patience.ts';
import type { Person } from './people.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/** A company whose events are received in this process. What delivers has a clock of its own; people go on in their time. */
export async function makeWebhookTrial() {
  const clock = movableClock(new Date());
  const receiver = webhookReceiver();
  const { app, deal, director } = await makeDealApp({ app: { webhook_out: receiver.outbound } });
  const params = (endpoint_id: number) => ({ params: { endpoint_id } });
  return {
    app,
    deal,
    director,
    clock,
    receiver,
    async beginAnew(): Promise<void> {
      await sql`update webhook_endpoints set state = 'removed'`.execute(app.owner);
      clock.set(new Date());
      Object.assign(receiver, { answer: () => ({}) });
      receiver.got.length = 0;
    },
    move: (ms: number) => clock.set(new Date(clock.now().getTime() + ms)),
    add: (by: Person = director, body: object = {}) =>
      app.ok('webhooks.create', by, { body: { url: 'https://one.example.kz/hook', ...body } }),
    endpoint: async (id: number, by = director) => app.ok('webhooks.get', by, params(id)),
    async deliveries(id: number) {
      const asked = { ...params(id), query: { limit: 100 } };
      return (await app.ok('webhooks.deliveries', director, asked)).items;
    },
    /** What happened before stands in the feed, and everything that is due was tried. */
    async deliver(): Promise<void> {
      if (clock.now() < new Date()) clock.set(new Date());
      await vi.waitFor(async () => {
        const { rows } = await sql<{ is_open: boolean }>`
          select exists (select from events where tx >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as is_open`.execute(
          app.parts.db,
        );
        expect(rows).toEqual([{ is_open: false }]);
      }, PATIENT);
      let before: number;
      do {
        before = receiver.got.length;
        for (const troubled of [false, true]) await deliverDue({ ...app.parts, clock }, troubled);
        // A turn ends after three seconds, whatever it left: a busy machine takes more of them.
      } while (receiver.got.length > before);
    },
  };
}
