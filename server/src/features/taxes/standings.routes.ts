import { FILE_KINDS, type FileKind } from '@kelisim/shared/kernel/file-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { askRegisters } from './ask-registers.ts';
import { findExecutorFor, findPaper } from './standings.queries.ts';
import { getStanding, type CountLimits } from './standings.view.ts';
import { applyForDeduction, sidesOf, tellStanding, withdrawDeduction } from './tell-standing.ts';

export type StandingCalls =
  | 'taxes.standing'
  | 'taxes.set_standing'
  | 'taxes.set_deduction'
  | 'taxes.withdraw_deduction'
  | 'taxes.check_register'
  | 'taxes.paper';

export function standingsRoutes(parts: Parts, countLimits: CountLimits): Pick<Handlers, StandingCalls> {
  return {
    'taxes.standing': ({ actor, input }) =>
      getStanding(parts, countLimits, actor, input.query.executor_company_id ?? actor.company_id),
    'taxes.set_standing': async ({ actor, input, files }) => {
      await tellStanding(parts, actor, input.body, files.file);
      return getStanding(parts, countLimits, actor, input.body.executor_company_id);
    },
    'taxes.set_deduction': async ({ actor, input, files }) => {
      await applyForDeduction(parts, actor, input.body, files.file);
      return getStanding(parts, countLimits, actor, sidesOf(actor, input.body.company_id)[1]);
    },
    'taxes.withdraw_deduction': async ({ actor, input }) => {
      await parts.db.transaction().execute((tx) => withdrawDeduction(parts, tx, actor, input.body));
      return getStanding(parts, countLimits, actor, sidesOf(actor, input.body.company_id)[1]);
    },
    'taxes.check_register': async ({ actor, input }) => {
      const { executor_company_id: executor_id } = input.body;
      if (!(await findExecutorFor(parts.db, actor, executor_id))) throw new Problem('not_found');
      await askRegisters(parts, { ids: [executor_id], asked_by: actor.user_id, is_forced: true });
      return getStanding(parts, countLimits, actor, executor_id);
    },
    'taxes.paper': async ({ actor, input }) => {
      const row = orNotFound(await findPaper(parts.db, actor, input.params.file_id));
      const kinds = Object.keys(FILE_KINDS) as FileKind[];
      const kind = kinds.find((one) => FILE_KINDS[one].media_type === row.media_type)!;
      return { bytes: await readFileOf(parts.store, row), name: row.name, kind };
    },
  };
}
