import type { Given } from '../calls.ts';
import type { Asking, Cases } from './access.ts';

async function endpointOf({ app, world }: Asking): Promise<number> {
  const { items } = await app.ok('webhooks.list', world.director, {});
  const [first] = items;
  if (first) return first.id;
  const { item } = await app.ok('webhooks.create', world.director, {
    body: { url: `https://${world.mark === 'МЕТКА-АЛМА' ? 'alma' : 'bala'}.example.kz/hook` },
  });
  return item.id;
}

/** One of its own, which may be changed and removed. */
async function spareEndpoint({ app, world }: Asking): Promise<number> {
  const { items } = await app.ok('webhooks.list', world.director, {});
  // There may be ten at most.
  for (const { id } of items.slice(1))
    await app.ok('webhooks.remove', world.director, { params: { endpoint_id: id } });
  const { item } = await app.ok('webhooks.create', world.director, {
    body: { url: 'https://spare.example.kz/hook' },
  });
  return item.id;
}

const endpoint = (endpoint_id: unknown): Given => ({ params: { endpoint_id } });

/** The delivery of each world's endpoint. */
const made = new Map<string, number>();

async function sentEndpoint(asking: Asking): Promise<number> {
  const endpoint_id = await endpointOf(asking);
  const { app, world } = asking;
  if (!made.has(world.mark))
    made.set(world.mark, (await app.ok('webhooks.test', world.director, { params: { endpoint_id } })).id);
  return endpoint_id;
}

/** It is asked for within its endpoint: a stranger's is not found with either. */
const delivery = (endpoint_id: unknown, { world }: Asking): Given => ({
  params: { endpoint_id, delivery_id: made.get(world.mark) ?? 1 },
});

export const webhooksCases = {
  'webhooks.create': {
    given: () => ({ body: { url: 'https://new.example.kz/hook', types: ['act.signed'] } }),
  },
  'webhooks.get': { names: 'path', thing: endpointOf, given: endpoint },
  'webhooks.update': {
    names: 'path',
    thing: spareEndpoint,
    given: (id) => ({ ...endpoint(id), body: { name: '1С' } }),
  },
  'webhooks.remove': { thing: spareEndpoint, given: endpoint },
  'webhooks.rotate': { names: 'path', thing: spareEndpoint, given: endpoint },
  'webhooks.test': { names: 'path', thing: endpointOf, given: endpoint },
  'webhooks.deliveries': { names: 'path', thing: endpointOf, given: endpoint },
  'webhooks.delivery': { names: 'path', thing: sentEndpoint, given: delivery },
  'webhooks.resend': { names: 'path', thing: sentEndpoint, given: delivery },
  'webhooks.resend_since': {
    names: 'path',
    thing: endpointOf,
    given: (id) => ({ ...endpoint(id), body: { since: '2026-11-01T00:00:00Z' } }),
  },
} satisfies Cases;
