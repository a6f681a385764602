import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { drawIncome } from './draw-income.ts';
import { drawPayslip } from './draw-payslip.ts';
import { readIncome } from './read-income.ts';

type Names = Extract<keyof Handlers, `income.${string}`>;

export function incomeRoutes(parts: Parts): Pick<Handlers, Names> {
  return {
    'income.year': ({ actor, input }) => readIncome(parts.db, actor, input.query.year, parts.clock.now()),
    'income.payslip': ({ actor, input }) =>
      drawPayslip(
        parts,
        { company_id: input.query.company_id, executor_company_id: actor.company_id },
        input.query,
      ),
    'income.certificate': ({ actor, input }) => drawIncome(parts, actor, input.query),
  };
}
