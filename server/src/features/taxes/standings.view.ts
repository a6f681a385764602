import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { findVat } from '../vat/public.ts';
import { findExecutorFor, listApplications, listStandings, listTold } from './standings.queries.ts';

export async function getStanding(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
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
  const applications = await listApplications(db, actor, executor_id);
  return {
    executor: { ...executor, vat_rate: vat?.rate ?? null },
    now: flags,
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
