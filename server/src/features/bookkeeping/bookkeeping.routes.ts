import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { listFigures } from '../taxes/public.ts';
import { listBalances, sumBalance, toBalance, type BalanceOf } from '../statistics/public.ts';
import { findClosedUntil, listClosings, findWithholding, setWithholding } from './bookkeeping.queries.ts';
import { drawPayslip } from './draw-payslip.ts';
import { findPaidOrder } from './income.queries.ts';
import { makeDifferencesSheet, readDifferences } from './closed-differences.ts';
import { checkPeriod, closePeriod } from './close-period.ts';
import { drawReconciliation, makeReconciliationSheet } from './make-papers.ts';
import { makeWithholdingRegister } from './make-register.ts';
import { reconcile } from './reconcile.ts';

type Names = Extract<keyof Handlers, `bookkeeping.${string}`>;

export function bookkeepingRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const period = async (company_id: number) => ({
    closed_until: await findClosedUntil(db, company_id),
    changes: (await listClosings(db, company_id)).map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
    })),
  });
  return {
    'bookkeeping.period': ({ actor }) => period(actor.company_id),
    'bookkeeping.check_period': ({ actor, input }) =>
      checkPeriod(db, actor.company_id, input.query.closed_until),
    'bookkeeping.close_period': async ({ actor, input }) => {
      await closePeriod(parts, actor, input.body.closed_until, input.body.note?.trim() || null);
      return period(actor.company_id);
    },
    'bookkeeping.closed_differences': ({ actor, input }) =>
      readDifferences(db, actor.company_id, input.query.year),
    'bookkeeping.closed_differences_sheet': ({ actor, input, locale }) =>
      makeDifferencesSheet(parts, actor.company_id, input.query.year, locale),
    'bookkeeping.balances': async ({ actor, input: { query } }) => {
      const of = balanceOf(actor, query);
      const [found, sum] = await Promise.all([listBalances(db, of, actor.role, query), sumBalance(db, of)]);
      return {
        ...pageAnswer(found, query.limit, (row) => ({
          party: { id: row.party_id, name: row.party_name, bin: row.party_bin },
          contract:
            row.contract_id === null ? null : { id: row.contract_id, title: row.contract_title ?? '' },
          ...toBalance(row),
        })),
        total_balance: toBalance(sum),
      };
    },
    'bookkeeping.reconciliation': async ({ actor, input }) => {
      const { sides: _sides, frozen_at: _frozen_at, ...answer } = await reconcile(db, actor, input.query);
      return answer;
    },
    'bookkeeping.reconciliation_pdf': ({ actor, input }) => drawReconciliation(parts, actor, input.query),
    'bookkeeping.reconciliation_sheet': ({ actor, input, locale }) =>
      makeReconciliationSheet(parts, actor, input.query, locale),
    'bookkeeping.withholding_settings': async ({ actor }) => {
      const day = almatyDate(parts.clock.now());
      return {
        is_on: isOn((await findWithholding(db, actor.company_id)).withholding),
        day,
        figures: figuresOf(await listFigures(db), day),
      };
    },
    'bookkeeping.set_withholding': async ({ actor, input }) => {
      const { is_on } = input.body;
      const reason = input.body.reason?.trim() || null;
      if (!is_on && reason === null) throw new Problem('taxes.reason', { field: 'reason' });
      const by = { company_id: actor.company_id, user_id: actor.user_id, ip: actor.ip ?? null };
      await db.transaction().execute(async (tx) => {
        const day = almatyDate(parts.clock.now());
        if (await setWithholding(tx, actor.company_id, is_on ? 'on' : 'off', day))
          await noteCompanyDeed(parts, tx, {
            ...by,
            action: 'pay_settings_changed',
            before: { withholding: null, reason: null },
            after: { withholding: is_on ? 'on' : 'off', reason },
          });
      });
      return { is_on };
    },
    'bookkeeping.payslip': async ({ actor, input: { params, query } }) => {
      const paid = orNotFound(await findPaidOrder(db, actor.company_id, params.order_id, query.date));
      const { executor_company_id } = paid;
      return drawPayslip(
        parts,
        { company_id: actor.company_id, executor_company_id },
        { ...paid, language: query.language },
      );
    },
    'bookkeeping.withholding_register': ({ actor, input, locale }) =>
      makeWithholdingRegister(parts, actor, input.query, locale),
  };
}

const isOn = (withholding: 'on' | 'off' | null) => (withholding === null ? null : withholding === 'on');

/** Of the actor's own side, and of the other one when it is named. */
function balanceOf(
  { role, company_id }: CompanyActor,
  {
    company_id: other_id,
    contract_id,
  }: { company_id?: number | undefined; contract_id?: number | undefined },
): BalanceOf {
  if (role === 'business')
    return { company_id, executor_ids: other_id === undefined ? undefined : [other_id], contract_id };
  return { company_id: other_id, executor_ids: [company_id], contract_id };
}
