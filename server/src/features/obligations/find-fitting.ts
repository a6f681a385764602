import type { CandidateReason } from '@kelisim/shared/features/payments/candidates.ts';
import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listPayees } from '../taxes/public.ts';
import { listDues, listReturned, type Due } from './dues.ts';
import { listOffices } from './office.queries.ts';
import { listPeople } from './people.queries.ts';
import { findStated } from './show-operation.ts';

/** What a bank says of an operation, as far as it tells of which obligation it is. */
export interface SaidOperation {
  id: number;
  direction: 'out' | 'in';
  day: string;
  amount_tiyn: bigint;
  counterparty_bin: string | null;
  counterparty_iban: string | null;
  knp: string | null;
  purpose: string;
}

/** An obligation that an operation may be. */
export interface Fitting {
  month: string;
  kind: ObligationKind;
  /** What is left to pay of it; of money that came back what was paid. */
  left_tiyn: bigint;
  /** Whose contribution came back; null: nobody is named. */
  person: { executor_company_id: number; name: string } | null;
  reasons: CandidateReason[];
  /** Payee, КНП and sum are those of this one. */
  is_sure: boolean;
}

/** Later than this a transfer is looked for by a person. */
const MONTHS = 12;

/**
 * Obligations that each of these operations may be, by the operation's id; of those that look like none there is nothing.
 * Nothing is read of the months before one looks like one.
 */
export async function findFitting(
  db: Handle,
  company_id: number,
  operations: readonly SaidOperation[],
): Promise<ReadonlyMap<number, Fitting[]>> {
  const found = new Map<number, Fitting[]>();
  if (operations.length === 0) return found;
  const payeesOf = await readPayees(db, company_id, operations);
  const looking = operations.flatMap((operation) => {
    const kinds = payeesOf(operation.day).flatMap((payee) => kindOf(payee, operation));
    return kinds.length > 0 ? [{ operation, kinds }] : [];
  });
  if (looking.length === 0) return found;
  const days = looking.map(({ operation }) => operation.day).toSorted();
  const span = { from: monthsBefore(days[0]!), to: days.at(-1)!.slice(0, 7) };
  const { dues } = await listDues(db, company_id, span);
  const hasBack = looking.some(({ operation }) => operation.direction === 'in');
  const names = hasBack ? await namesOf(db, dues) : new Map<number, Person>();
  for (const { operation, kinds } of looking)
    found.set(
      operation.id,
      kinds.flatMap((of) => fittingOf(operation, of, dues, names)),
    );
  return found;
}

interface Payee {
  kind: ObligationKind;
  knp: string;
  bins: (string | null)[];
  ibans: (string | null)[];
}

interface OfKind {
  kind: ObligationKind;
  reasons: CandidateReason[];
  is_payee: boolean;
}

/** By the day of an operation; an office counts whenever it was entered, because the debit may be older. */
async function readPayees(db: Handle, company_id: number, operations: readonly SaidOperation[]) {
  const offices = await listOffices(db, company_id);
  const byDay = new Map<string, Payee[]>();
  for (const day of new Set(operations.map((one) => one.day)))
    byDay.set(
      day,
      (await listPayees(db, day)).map(({ kind, knp, bin, iban }) => ({
        kind: kind as ObligationKind,
        knp,
        bins: kind === 'ipn' ? offices.map((office) => office.bin) : [bin],
        ibans: kind === 'ipn' ? offices.map((office) => office.iban) : [iban],
      })),
    );
  return (day: string) => byDay.get(day)!;
}

/** Whether an operation may be of this kind. Another КНП of the same account is a fine for being late, and not this. */
function kindOf({ kind, knp, bins, ibans }: Payee, operation: SaidOperation): OfKind[] {
  const { counterparty_iban, counterparty_bin, direction } = operation;
  const isAccount = counterparty_iban !== null && ibans.includes(counterparty_iban);
  const isBin = counterparty_bin !== null && bins.includes(counterparty_bin);
  const isKnp = operation.knp === knp;
  const reasons: CandidateReason[] = [
    ...(isAccount ? (['account'] as const) : isBin ? (['bin'] as const) : []),
    ...(isKnp ? (['knp'] as const) : []),
  ];
  const is_payee = isAccount || isBin;
  // What comes back may have another КНП.
  const isMeant = direction === 'in' ? is_payee : isKnp || (isAccount && operation.knp === null);
  return isMeant ? [{ kind, reasons, is_payee }] : [];
}

function fittingOf(
  operation: SaidOperation,
  { kind, reasons, is_payee }: OfKind,
  dues: readonly Due[],
  names: ReadonlyMap<number, Person>,
): Fitting[] {
  const named = monthsIn(operation.purpose);
  return dues.flatMap((due): Fitting[] => {
    const { month } = due;
    if (due.kind !== kind || month > operation.day.slice(0, 7) || month < monthsBefore(operation.day))
      return [];
    const isNamed = named.size > 0 && named.has(month);
    const why: CandidateReason[] = isNamed ? [...reasons, 'month'] : reasons;
    if (operation.direction === 'in') return returnsOf(operation, due, why, names);
    const { amount_tiyn } = operation;
    const left_tiyn = due.amount_tiyn - due.paid_tiyn;
    const one = { month, kind, person: null };
    // A month that the purpose does not name is not beyond doubt.
    const is_sure =
      is_payee && reasons.includes('knp') && (named.size === 0 || (isNamed && named.size === 1));
    if (findStated(due, amount_tiyn))
      return [{ ...one, left_tiyn: amount_tiyn, reasons: ['sum', 'told', ...why], is_sure }];
    if (operation.day < due.since) return [];
    if (left_tiyn === amount_tiyn) return [{ ...one, left_tiyn, reasons: ['sum', ...why], is_sure }];
    if (amount_tiyn > left_tiyn || !is_payee) return [];
    const again = listReturned(due).some((back) => back.person && back.amount_tiyn === amount_tiyn);
    return [{ ...one, left_tiyn, reasons: [again ? 'sum' : 'part', ...why], is_sure: false }];
  });
}

interface Person {
  name: string;
  full_name: string;
  iin: string;
}

/** Whose contribution came back: whom the text names, or whose it is by the sum. A person always says so. */
function returnsOf(
  operation: SaidOperation,
  due: Due,
  why: CandidateReason[],
  names: ReadonlyMap<number, Person>,
): Fitting[] {
  const { amount_tiyn, purpose } = operation;
  if (amount_tiyn > due.paid_tiyn) return [];
  const back = new Map(listReturned(due).map((one) => [one.person?.executor_company_id, one.amount_tiyn]));
  const text = purpose.toLowerCase();
  const people = [...due.of].flatMap(([executor_company_id, own]) => {
    const person = names.get(executor_company_id)!;
    const sent = own - (back.get(executor_company_id) ?? 0n);
    if (sent < amount_tiyn) return [];
    const reasons: CandidateReason[] = [];
    if (purpose.includes(person.iin)) reasons.push('iin');
    else if ([person.name, person.full_name].some((name) => text.includes(name.toLowerCase())))
      reasons.push('name');
    if (sent === amount_tiyn) reasons.push('sum');
    return [{ person: { executor_company_id, name: person.name }, reasons }];
  });
  const inText = people.filter(({ reasons }) => reasons.includes('iin') || reasons.includes('name'));
  const meant = inText.length > 0 ? inText : people.filter(({ reasons }) => reasons.length > 0);
  const one = { month: due.month, kind: due.kind, left_tiyn: due.paid_tiyn, is_sure: false };
  if (meant.length === 0)
    return [{ ...one, person: null, reasons: [amount_tiyn === due.paid_tiyn ? 'sum' : 'part', ...why] }];
  return meant.map(({ person, reasons }) => ({
    ...one,
    person,
    reasons: [...reasons, ...(reasons.includes('sum') ? [] : (['part'] as const)), ...why],
  }));
}

async function namesOf(db: Handle, dues: readonly Due[]): Promise<ReadonlyMap<number, Person>> {
  const people = await listPeople(db, [...new Set(dues.flatMap(({ of }) => [...of.keys()]))]);
  return new Map(people.map(({ id, name, full_name, bin }) => [id, { name, full_name, iin: bin }]));
}

/** The first of the months before a day in which anything is looked for. */
export const monthsBefore = (day: string): string => {
  const first = addDays(`${day.slice(0, 7)}-01`, -31 * MONTHS + 15);
  return first.slice(0, 7);
};

/** Months that a text names: «за 10.2026», «за 10/2026 г.». */
const monthsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<![\d.])(0[1-9]|1[0-2])[./-]?(20\d\d)(?!\d)/g)].map(
      ([, month, year]) => `${year}-${month}`,
    ),
  );
