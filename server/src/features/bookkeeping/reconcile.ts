import {
  OWED_KINDS,
  type Reconciliation,
} from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { findSides } from './bookkeeping.queries.ts';
import { findFrozen, listFrozenParties } from './frozen.queries.ts';
import { listLedger, sumOwedBefore } from './ledger.queries.ts';

export interface ReconciliationInput {
  company_id: number;
  date_from: string;
  date_to: string;
}

const MOST_DAYS = 3 * 366;
/** More lines than a person checks by eye; the period is to be shortened then. */
const MOST_LINES = 10_000;

type Sides = NonNullable<Awaited<ReturnType<typeof findSides>>>;
type Reconciled = Reconciliation & { sides: Sides; frozen_at: Date | null };

/** The sides as they were called when the period that a day is in was closed; as they are called now on an open day. */
async function sidesOn(
  db: Handle,
  day: string,
  now: Sides,
): Promise<Pick<Reconciled, 'sides' | 'frozen_at'>> {
  const frozen = await findFrozen(db, now.company_id, day);
  if (!frozen) return { sides: now, frozen_at: null };
  const parties = await listFrozenParties(db, now.company_id, frozen.id, [now.company_id, now.executor_id]);
  const party = (id: number) => parties.find(({ party_id }) => party_id === id);
  const [company, executor] = [party(now.company_id), party(now.executor_id)];
  const sides = { ...now, document_language: frozen.document_language };
  if (company)
    Object.assign(sides, {
      company_name: company.name,
      company_name_kz: company.name_kz,
      company_bin: company.bin,
      company_ceo: company.ceo_name,
      company_address: company.address,
    });
  if (executor)
    Object.assign(sides, {
      executor_name: executor.name,
      executor_name_kz: executor.name_kz,
      executor_bin: executor.bin,
      executor_ceo: executor.ceo_name,
    });
  return { sides, frozen_at: frozen.frozen_at };
}

/** Two who have worked with each other, as they were called when the books of a day were closed; else as now. */
export async function findSidesOn(
  db: Handle,
  company_id: number,
  executor_id: number,
  day: string,
): Promise<Pick<Reconciled, 'sides' | 'frozen_at'>> {
  const known = orNotFound(await findSides(db, company_id, executor_id));
  return sidesOn(db, day, known);
}

/** Both sides see the same: what was owed, what came to be owed and what was paid, and what is owed now. */
export async function reconcile(
  db: Handle,
  actor: CompanyActor,
  { company_id: other_id, date_from, date_to }: ReconciliationInput,
): Promise<Reconciled> {
  if (date_to < date_from || date_to > addDays(date_from, MOST_DAYS))
    throw new Problem('reconciliation.period', { field: 'date_to' });
  const [company_id, executor_id] =
    actor.role === 'business' ? [actor.company_id, other_id] : [other_id, actor.company_id];
  const { sides, frozen_at } = await findSidesOn(db, company_id, executor_id, date_to);
  const of = { company_id, executor_ids: [executor_id] };
  const opening = await sumOwedBefore(db, of, date_from);
  const rows = await listLedger(db, of, { date_from, date_to }, MOST_LINES + 1);
  if (rows.length > MOST_LINES) throw new Problem('reconciliation.period', { field: 'date_to' });
  const isMoney = ({ kind }: (typeof rows)[number]) => !OWED_KINDS.includes(kind);
  const sum = (money: boolean) =>
    rows.filter((row) => isMoney(row) === money).reduce((all, row) => all + row.amount_tiyn, 0n);
  const [owed, paid] = [sum(false), sum(true)];
  return {
    sides,
    frozen_at,
    company: { id: sides.company_id, name: sides.company_name, bin: sides.company_bin },
    executor: { id: sides.executor_id, name: sides.executor_name, bin: sides.executor_bin },
    date_from,
    date_to,
    opening: formatMoney(opening),
    entries: rows.map((row) => ({
      date: row.date,
      late_of: row.late_of,
      kind: row.kind,
      number: row.number,
      act_id: row.act_id,
      order_number: row.order_number,
      owed: isMoney(row) ? null : formatMoney(row.amount_tiyn),
      paid: isMoney(row) ? formatMoney(row.amount_tiyn) : null,
    })),
    owed: formatMoney(owed),
    paid: formatMoney(paid),
    closing: formatMoney(opening + owed - paid),
  };
}
