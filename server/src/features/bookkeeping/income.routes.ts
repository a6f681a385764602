import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { refuseDocument } from '../documents/public.ts';
import { drawIncome } from './draw-income.ts';
import { drawPayslip } from './draw-payslip.ts';
import { issueCertificate } from './issue-certificate.ts';
import { readIncome } from './read-income.ts';

type Names = Extract<keyof Handlers, `income.${string}`>;

export function incomeRoutes(parts: Parts): Pick<Handlers, Names> {
  const change = async (deed: (tx: Tx) => Promise<number>) => ({
    document_id: await parts.db.transaction().execute(deed),
  });
  return {
    'income.year': ({ actor, input }) => readIncome(parts.db, actor, input.query.year, parts.clock.now()),
    'income.payslip': ({ actor, input }) =>
      drawPayslip(
        parts,
        { company_id: input.query.company_id, executor_company_id: actor.company_id },
        input.query,
      ),
    'income.issue': ({ actor, input: { body } }) => {
      const { executor_company_id, ...months } = body;
      const of = { company_id: actor.company_id, executor_company_id };
      return change((tx) => issueCertificate(parts, tx, actor, of, months));
    },
    'income.ask': ({ actor, input: { body } }) => {
      const { company_id, ...months } = body;
      const of = { company_id, executor_company_id: actor.company_id };
      return change((tx) => issueCertificate(parts, tx, actor, of, months));
    },
    'income.refuse': ({ actor, input: { params, body } }) =>
      change(async (tx) => {
        await refuseDocument(tx, actor, params.doc_id, body.reason);
        return params.doc_id;
      }),
    'income.certificate': ({ actor, input }) => drawIncome(parts, actor, input.query),
  };
}
