import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { endTicketWith, giveTicket, useTicket } from '../documents/public.ts';
import type { DrawCard } from '../signatures/public.ts';
import { zipMonth } from './zip-month.ts';

type Names = Extract<keyof Handlers, `month_package.${string}`>;

export function monthPackageRoutes(parts: Parts, drawCard: DrawCard): Pick<Handlers, Names> {
  const path = '/api/v1/company/month-package';
  return {
    'month_package.ticket': ({ actor, input, locale }) =>
      giveTicket(parts, actor, { kind: 'month', ids: [], path, month: input.body.month }, locale),
    'month_package.download': async ({ input: { params }, ip }) => {
      const { viewer, month, locale } = await useTicket(parts, 'month', params.ticket, ip);
      if (viewer.role !== 'business' || month === null) throw new Problem('not_found');
      return endTicketWith(parts, params.ticket, zipMonth(parts, drawCard, viewer.company_id, month, locale));
    },
  };
}
