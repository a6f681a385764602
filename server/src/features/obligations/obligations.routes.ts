import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { gatherMonth } from './gather-month.ts';
import { enterOffice } from './enter-office.ts';
import { listOverdue } from './list-overdue.ts';
import { makeListFile } from './make-list-file.ts';
import { makeOrderFile } from './make-order-file.ts';
import { makeSheet } from './make-sheet.ts';
import { toObligations } from './obligations.view.ts';
import { readTransferred } from './read-transferred.ts';
import { tellPaid, untell } from './tell-paid.ts';

type Names = Extract<keyof Handlers, `obligations.${string}`>;

export function obligationsRoutes(parts: Parts): Pick<Handlers, Names> {
  return {
    'obligations.month': async ({ actor, input }) => {
      const { month } = input.query;
      return toObligations(month, await gatherMonth(parts, actor.company_id, month));
    },
    'obligations.overdue': async ({ actor }) => {
      const overdue = await listOverdue(parts, actor.company_id);
      return {
        items: overdue.map(({ left_tiyn, ...of }) => ({ ...of, left: formatMoney(left_tiyn) })),
        total: formatMoney(overdue.reduce((sum, { left_tiyn }) => sum + left_tiyn, 0n)),
      };
    },
    'obligations.sheet': ({ actor, input, locale }) =>
      makeSheet(parts, actor.company_id, input.query.month, locale),
    'obligations.list_file': ({ actor, input }) => makeListFile(parts, actor, input.query),
    'obligations.order_file': ({ actor, input }) => makeOrderFile(parts, actor, input.query),
    'obligations.enter_office': async ({ actor, input, ip }) => {
      const { valid_from = almatyDate(parts.clock.now()), ...office } = input.body;
      await enterOffice(parts, { ...actor, ip }, { ...office, valid_from });
      return { valid_from };
    },
    'obligations.tell_paid': async ({ actor, input }) =>
      toObligations(input.body.month, await tellPaid(parts, actor, input.body)),
    'obligations.untell': async ({ actor, input }) =>
      toObligations(input.body.month, await untell(parts, actor, input.body)),
    'obligations.transferred': ({ actor, input }) =>
      readTransferred(parts, actor.company_id, input.query.year),
  };
}
