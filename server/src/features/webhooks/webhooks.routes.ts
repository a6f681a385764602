import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { findPlaceBefore } from '../events/public.ts';
import {
  createEndpoint,
  getLocked,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from './change-endpoint.ts';
import {
  addTest,
  findDelivery,
  listDeliveries,
  setDelivery,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { findEndpoint, setEndpoint, type EndpointRow } from './endpoints.queries.ts';
import { toDelivery, toWholeDelivery, viewEndpoint, viewEndpoints } from './webhooks.view.ts';

type Names = Extract<keyof Handlers, `webhooks.${string}`>;

export function webhooksRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const change = <Made>(deed: (tx: Tx) => Promise<Made>) => db.transaction().execute(deed);
  const view = (company_id: number, id: number) => viewEndpoint(db, company_id, id, clock.now());
  const all = async (company_id: number) => ({ items: await viewEndpoints(db, company_id, clock.now()) });
  return {
    'webhooks.list': ({ actor }) => all(actor.company_id),
    'webhooks.create': async ({ input, actor, ip }) => {
      const { id, secret } = await change((tx) => createEndpoint(parts, tx, { ...actor, ip }, input.body));
      return { secret, item: await view(actor.company_id, id) };
    },
    'webhooks.get': ({ input, actor }) => view(actor.company_id, input.params.endpoint_id),
    'webhooks.update': async ({ input, actor, ip }) => {
      const { endpoint_id } = input.params;
      await change((tx) => updateEndpoint(parts, tx, { ...actor, ip }, endpoint_id, input.body));
      return view(actor.company_id, endpoint_id);
    },
    'webhooks.remove': async ({ input, actor, ip }) => {
      await change((tx) => removeEndpoint(parts, tx, { ...actor, ip }, input.params.endpoint_id));
      return all(actor.company_id);
    },
    'webhooks.rotate': async ({ input, actor, ip }) => {
      const { endpoint_id } = input.params;
      const { secret } = await change((tx) => rotateSecret(parts, tx, { ...actor, ip }, endpoint_id));
      return { secret, item: await view(actor.company_id, endpoint_id) };
    },
    'webhooks.test': ({ input, actor }) =>
      change(async (tx) => {
        const endpoint = await getWorking(tx, actor, input.params.endpoint_id);
        return toDelivery(await addTest(tx, endpoint, clock.now()));
      }),
    'webhooks.deliveries': async ({ input: { params, query }, actor }) => {
      const endpoint = orNotFound(await findEndpoint(db, actor.company_id, params.endpoint_id));
      const found = await listDeliveries(db, endpoint, query.state, query);
      return pageAnswer(found, query.limit, toDelivery);
    },
    'webhooks.delivery': async ({ input: { params }, actor }) => {
      const endpoint = await findEndpoint(db, actor.company_id, params.endpoint_id);
      const row = endpoint && (await findDelivery(db, endpoint, params.delivery_id));
      if (!row) throw new Problem('not_found');
      return toWholeDelivery(db, row);
    },
    'webhooks.resend': ({ input: { params }, actor }) =>
      change(async (tx) => {
        const endpoint = await getWorking(tx, actor, params.endpoint_id);
        const row = orNotFound(await findDelivery(tx, endpoint, params.delivery_id));
        const again = { state: 'waiting', attempts: 0, next_at: clock.now() } as const;
        await setDelivery(tx, row.id, again);
        await setEndpoint(tx, endpoint, { next_at: clock.now() });
        return toDelivery({ ...row, ...again } satisfies DeliveryRow);
      }),
    'webhooks.resend_since': async ({ input: { params, body }, actor }) => {
      await change(async (tx) => {
        const endpoint = await getWorking(tx, actor, params.endpoint_id);
        const place = await findPlaceBefore(tx, actor.company_id, new Date(body.since));
        await setEndpoint(tx, endpoint, { ...earlier(endpoint, place), next_at: clock.now() });
      });
      return view(actor.company_id, params.endpoint_id);
    },
  };

  /** One that is on: to others nothing is sent, and whoever asks is told so. */
  async function getWorking(tx: Tx, actor: CompanyActor, id: number): Promise<EndpointRow> {
    const endpoint = await getLocked(tx, actor, id);
    if (endpoint.state !== 'on') throw new Problem('webhook.off');
    return endpoint;
  }
}

/** Going on from a later place would leave out what was not sent yet. */
const earlier = ({ tx, event_id }: EndpointRow, place: { tx: number; id: number }) =>
  place.tx < tx || (place.tx === tx && place.id < event_id) ? { tx: place.tx, event_id: place.id } : {};
