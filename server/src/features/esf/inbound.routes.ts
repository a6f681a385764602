import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { readEsfSession } from './esf-session.ts';
import { exportInbound } from './export-inbound.ts';
import { findInbound, findInboundAsk, hurryInbound, listInbound } from './inbound.queries.ts';
import { toInboundView } from './inbound.view.ts';
import { readInboundLines } from './read-inbound.ts';

type Names = Extract<keyof Handlers, `esf.inbound${string}`>;

export function inboundRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const get = async (actor: CompanyActor, inbound_id: number) => {
    const row = orNotFound(await findInbound(db, actor.company_id, inbound_id));
    return row;
  };
  return {
    'esf.inbound': async ({ input, actor, locale }) => {
      const { page, limit, ...filter } = input.query;
      const { company_id } = actor;
      const { rows, total, is_exact } = await listInbound(db, company_id, filter, { page, limit });
      const ask = await findInboundAsk(db, company_id);
      const signed_in = (await readEsfSession(parts, company_id)) !== null;
      return {
        ...pageAnswer({ rows, total, is_exact }, limit, (row) => toInboundView(row, locale)),
        asked_at: ask?.asked_at?.toISOString() ?? null,
        trouble: !parts.esf ? 'not_connected' : !signed_in ? 'sign_in' : (ask?.trouble ?? null),
      };
    },
    'esf.inbound_sheet': ({ input, actor, locale }) =>
      exportInbound(parts, actor.company_id, input.query, locale),
    'esf.inbound_ask': async ({ actor }) => {
      if (!parts.esf) throw new Problem('esf.not_connected');
      if ((await readEsfSession(parts, actor.company_id)) === null) throw new Problem('esf.not_signed_in');
      await hurryInbound(db, actor.company_id, clock.now());
      return {};
    },
    'esf.inbound_get': async ({ input, actor, locale }) => {
      const row = await get(actor, input.params.inbound_id);
      return { ...toInboundView(row, locale), lines: readInboundLines(row.xml) };
    },
    'esf.inbound_xml': async ({ input, actor }) => {
      const row = await get(actor, input.params.inbound_id);
      return { bytes: Buffer.from(row.xml), name: `${row.registration_number}.xml` };
    },
  };
}
