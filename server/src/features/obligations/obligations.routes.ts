import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { gatherMonth } from './gather-month.ts';
import { makeListFile } from './make-list-file.ts';
import { makeSheet } from './make-sheet.ts';
import { toObligations } from './obligations.view.ts';

type Names = Extract<keyof Handlers, `obligations.${string}`>;

export function obligationsRoutes(parts: Parts): Pick<Handlers, Names> {
  return {
    'obligations.month': async ({ actor, input }) => {
      const { month } = input.query;
      return toObligations(month, await gatherMonth(parts, actor.company_id, month));
    },
    'obligations.sheet': ({ actor, input, locale }) =>
      makeSheet(parts, actor.company_id, input.query.month, locale),
    'obligations.list_file': ({ actor, input }) => makeListFile(parts, actor, input.query),
  };
}
