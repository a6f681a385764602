import {
  holdsOn,
  objectionOf,
  type RegisterAnswer,
} from '@kelisim/shared/features/taxes/against-register.ts';
import { limitsOf, type Bounded, type Used } from '@kelisim/shared/features/taxes/limits.ts';
import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { figuresOf } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findVat, type Vat } from '../vat/public.ts';
import { listEarlier } from './earlier.queries.ts';
import { listFigures } from './figures.queries.ts';
import { listRegisterSaid } from './registers.queries.ts';
import {
  findExecutorFor,
  listApplications,
  listCustomers,
  listStandings,
  listTold,
} from './standings.queries.ts';

/** Of one customer, or of all that may be seen. */
export type UsedOf = Used & { company: { id: number; name: string } | null };

/** Bookkeeping counts what was paid: by one customer, or of an executor by each. */
export type CountLimits = (
  db: Handle,
  of: { company_id: number | null; executor_id: number; day: string },
) => Promise<UsedOf[]>;

export async function getStanding(
  { db, clock, taxpayer_register }: Pick<Parts, 'db' | 'clock' | 'taxpayer_register'>,
  countLimits: CountLimits,
  actor: CompanyActor,
  executor_id: number,
): Promise<StandingView> {
  const executor = orNotFound(await findExecutorFor(db, actor, executor_id));
  const today = almatyDate(clock.now());
  const now = (await listStandings(db, [executor_id], today)).get(executor_id)!;
  const vat = await findVat(db, executor_id, today);
  const { answer, silent_at } = (await listRegisterSaid(db, [executor_id])).get(executor_id)!;
  const { executor_company_id: _who, name: _name, ...flags } = now;
  const told = await listTold(db, executor_id);
  const used = await countLimits(db, {
    company_id: actor.role === 'business' ? actor.company_id : null,
    executor_id,
    day: today,
  });
  const figures = figuresOf(await listFigures(db), today);
  const limits = used
    .flatMap(({ company, ...one }) =>
      limitsOf({ ...now, pays_vat: paysVat(vat, answer, today) }, one, figures).map((row) => ({
        company,
        ...row,
      })),
    )
    // Customers of whom the year has nothing say nothing to the person.
    .filter(({ company, used_tiyn }) => company === null || used_tiyn !== 0n);
  const earlier = await listEarlier(db, actor, executor_id);
  const applications = await listApplications(db, actor, executor_id);
  const sideOf = (teller: number | null) =>
    teller === executor_id ? 'executor' : teller === actor.company_id ? 'company' : 'other';
  return {
    executor: { ...executor, vat_rate: vat?.rate ?? null },
    now: flags,
    limits: limits.map(({ kind, company, used_tiyn, limit_tiyn, state }) => ({
      kind,
      company,
      used: used_tiyn === null ? null : formatMoney(used_tiyn),
      limit: limit_tiyn === null ? null : formatMoney(limit_tiyn),
      state,
    })),
    history: told.map((row) => {
      const { full_name, company_name, file_name, file_id, told_by_company_id: teller } = row;
      const side = sideOf(teller);
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
    register: {
      may_ask: taxpayer_register !== null,
      answer: answer && { ...answer, checked_at: answer.checked_at.toISOString() },
      silent_at: silent_at?.toISOString() ?? null,
      objection: objectionOf(now.standing, answer, today),
    },
    deductions: applications.map((row) => ({
      ...row,
      company: { id: row.company_id, name: row.company_name },
      paper: paperOf(row.file_id, row.file_name),
      by: row.full_name,
      created_at: row.created_at.toISOString(),
    })),
    customers: actor.role === 'executor' ? await listCustomers(db, executor_id) : [],
    earlier: earlier.map(({ company_id, amount_tiyn, full_name, company_name, ...row }) => {
      const side = sideOf(company_id ?? executor_id);
      return {
        ...row,
        side,
        by: [full_name, side === 'other' && company_name].filter(Boolean).join(', ') || null,
        amount: formatMoney(amount_tiyn),
        created_at: row.created_at.toISOString(),
      };
    }),
  };
}

/** By its own word, or by the register. */
const paysVat = (told: Vat | null, answer: RegisterAnswer | null, day: string) =>
  told !== null || holdsOn(answer?.vat ?? null, day);

/** What decides on a day which bounds an executor has. */
export async function findBounded(db: Handle, executor_id: number, day: string): Promise<Bounded> {
  const now = (await listStandings(db, [executor_id], day)).get(executor_id);
  const said = (await listRegisterSaid(db, [executor_id])).get(executor_id);
  return {
    standing: now?.standing ?? null,
    tax_regime: now?.tax_regime ?? null,
    is_tax_resident: now?.is_tax_resident ?? true,
    pays_vat: paysVat(await findVat(db, executor_id, day), said?.answer ?? null, day),
  };
}

const paperOf = (file_id: number | null, name: string | null) =>
  file_id === null || name === null ? null : { file_id, name };
