import { limitsOf, type Used } from '@kelisim/shared/features/taxes/limits.ts';
import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findVat } from '../vat/public.ts';
import { listFigures } from './figures.queries.ts';
import { findExecutorFor, listApplications, listStandings, listTold } from './standings.queries.ts';

/** Bookkeeping counts what was paid. */
export type CountLimits = (
  db: Handle,
  of: { company_id: number; executor_id: number; day: string },
) => Promise<Used>;

export async function getStanding(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  countLimits: CountLimits,
  actor: CompanyActor,
  executor_id: number,
): Promise<StandingView> {
  const executor = await findExecutorFor(db, actor, executor_id);
  if (!executor) throw new Problem('not_found');
  const today = almatyDate(clock.now());
  const now = (await listStandings(db, [executor_id], today)).get(executor_id)!;
  const vat = await findVat(db, executor_id, today);
  const { executor_company_id: _who, name: _name, ...flags } = now;
  const told = await listTold(db, executor_id);
  const used =
    actor.role === 'business'
      ? await countLimits(db, { company_id: actor.company_id, executor_id, day: today })
      : null;
  const limits = used === null ? [] : limitsOf(now, used, figuresOf(await listFigures(db), today));
  const applications = await listApplications(db, actor, executor_id);
  return {
    executor: { ...executor, vat_rate: vat?.rate ?? null },
    now: flags,
    limits: limits.map(({ kind, used_tiyn, limit_tiyn, state }) => ({
      kind,
      used: used_tiyn === null ? null : formatMoney(used_tiyn),
      limit: limit_tiyn === null ? null : formatMoney(limit_tiyn),
      state,
    })),
    history: told.map((row) => {
      const { full_name, company_name, file_name, file_id, told_by_company_id: teller } = row;
      const side = teller === executor_id ? 'executor' : teller === actor.company_id ? 'company' : 'other';
      // Other customers of the executor, and what they were told, are not the company's affair.
      const is_shown = side !== 'other' || actor.role === 'executor';
      const by = [full_name, side === 'other' && company_name].filter(Boolean).join(', ');
      return {
        ...row,
        side,
        by: is_shown && by !== '' ? by : null,
        note: is_shown ? row.note : '',
        paper: is_shown ? paperOf(file_id, file_name) : null,
        created_at: row.created_at.toISOString(),
      };
    }),
    deductions: applications.map((row) => ({
      ...row,
      company: { id: row.company_id, name: row.company_name },
      paper: paperOf(row.file_id, row.file_name),
      by: row.full_name,
      created_at: row.created_at.toISOString(),
    })),
  };
}

const paperOf = (file_id: number | null, name: string | null) =>
  file_id === null || name === null ? null : { file_id, name };
