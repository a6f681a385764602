import {
  OBLIGATION_KINDS,
  type ObligationKind,
  type ObligationState,
} from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { figuresOf, type DatedFigure } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { workingDayFrom } from '../../platform/working-days.ts';
import { monthAfter } from '../bookkeeping/public.ts';
import { listFigures, listPayees } from '../taxes/public.ts';
import { listDues, listReturned, type Due } from './dues.ts';
import { findOffice, type OfficeRow } from './office.queries.ts';
import { listPeople } from './people.queries.ts';

/** What a company withheld in a month and owes to the State Corporation and the budget, by kind and by person. */
export async function gatherMonth(
  { db, clock, bank_files }: Pick<Parts, 'db' | 'clock' | 'bank_files'>,
  company_id: number,
  month: string,
) {
  const { frozen_until, dues } = await listDues(db, company_id, { from: month, to: month });
  const due_on = await findDueDay(db, await listFigures(db), month);
  const today = almatyDate(clock.now());
  const office = await findOffice(db, company_id, today);
  const payees = (await listPayees(db, due_on ?? `${monthAfter(month)}-28`)).map((row) =>
    withOffice(row, office),
  );
  const ids = new Set(dues.flatMap(({ of }) => [...of.keys()]));
  const people = (await listPeople(db, [...ids])).map(({ id, name, full_name, bin }) => {
    const lacks = bank_files.lackOf({ name: full_name, iin: bin });
    return { id, name, full_name, iin: bin, lacks, sums: sumsOf(dues, id) };
  });
  const is_past_due = due_on !== null && due_on < today;
  return {
    is_frozen: frozen_until !== null && month <= frozen_until,
    due_on,
    is_past_due,
    people,
    items: OBLIGATION_KINDS.map((kind) => {
      const due = dues.find((one) => one.kind === kind) ?? { ...NOTHING_DUE, kind };
      const { amount_tiyn, paid_tiyn, told, of } = due;
      return {
        kind,
        amount_tiyn,
        people: of.size,
        payee: payees.find((row) => row.kind === kind) ?? null,
        told,
        paid_tiyn,
        paid_on: told.findLast((row) => row.amount_tiyn > 0n)?.paid_on ?? null,
        returned: listReturned(due),
        state: stateOf(amount_tiyn, paid_tiyn, is_past_due),
      };
    }),
  };
}

/** The last day to transfer what was withheld in a month; null where nobody has entered it for that year. */
export async function findDueDay(
  db: Handle,
  figures: readonly DatedFigure[],
  month: string,
): Promise<string | null> {
  // The law of the payments' month says when.
  const { withheld_due_day: day } = figuresOf(figures, `${month}-28`);
  return day ? workingDayFrom(db, `${monthAfter(month)}-${String(day).padStart(2, '0')}`) : null;
}

const NOTHING_DUE = { amount_tiyn: 0n, paid_tiyn: 0n, told: [], of: new Map<number, bigint>() };

const sumsOf = (dues: readonly Due[], id: number) =>
  Object.fromEntries(
    OBLIGATION_KINDS.map((kind) => [kind, dues.find((due) => due.kind === kind)?.of.get(id) ?? 0n]),
  ) as Record<ObligationKind, bigint>;

/** Offices of state revenues have accounts of their own: the company says which is its. */
function withOffice(payee: Awaited<ReturnType<typeof listPayees>>[number], office: OfficeRow | undefined) {
  if (payee.kind !== 'ipn' || !office) return { ...payee, entered: null };
  const { name, bin, iban, bic, ...entered } = office;
  return { ...payee, name, name_kz: null, bin, iban, bic, entered };
}

/** What came back after the transfer may leave less due than was paid: that is paid too. */
export function stateOf(due_tiyn: bigint, paid_tiyn: bigint, is_past_due: boolean): ObligationState {
  if (paid_tiyn > 0n && paid_tiyn >= due_tiyn) return 'paid';
  if (due_tiyn <= 0n) return 'nothing';
  if (is_past_due) return 'overdue';
  return paid_tiyn > 0n ? 'partly' : 'due';
}

export type GatheredMonth = Awaited<ReturnType<typeof gatherMonth>>;
export type PersonOfMonth = GatheredMonth['people'][number];

export const sumOf = ({ sums }: Pick<PersonOfMonth, 'sums'>) =>
  OBLIGATION_KINDS.reduce((sum, kind) => sum + sums[kind], 0n);
