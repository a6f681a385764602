import type { BankProfile, FileFault, FileOrder, OrderBatch, PaymentFileCode } from '../bank-files.ts';
import { listsOf, type PayList } from './mt/lists.ts';
import { oneLine } from './texts-of-batch.ts';

/** Every rule of the profile that the orders break as a file of this kind, order by order. */
export function checkBatch(code: PaymentFileCode, batch: OrderBatch, profile: BankProfile): FileFault[] {
  const faults = batch.orders.flatMap((order) => faultsOf(order, profile));
  if (code !== 'mt102') return faults;
  return [
    ...faults,
    ...batch.orders.flatMap((order) => listFaultsOf(order, profile)),
    ...listsOf(batch).flatMap((list) => [...twiceIn(list), ...transitOf(list, batch)]),
  ];
}

function faultsOf(order: FileOrder, { max }: BankProfile): FileFault[] {
  const { number, payee } = order;
  const purpose = oneLine(order.purpose);
  const faults: FileFault[] = [];
  if (!/[\p{L}\p{N}]/u.test(purpose)) faults.push({ rule: 'purpose_empty', number });
  if ([...purpose].length > max.purpose)
    faults.push({ rule: 'purpose_length', number, value: String([...purpose].length), max: max.purpose });
  if (!WRITABLE.test(payee.name)) faults.push({ rule: 'name_empty', number, value: payee.name });
  return faults;
}

/** A letter or digit that a file in Windows-1251 can hold, or has a stand-in for. */
const WRITABLE = /[\p{Script=Cyrillic}\p{Script=Latin}\d]/u;

function listFaultsOf(order: FileOrder, { lists }: BankProfile): FileFault[] {
  const { number, payee, knp } = order;
  const faults: FileFault[] = [];
  // A sole trader is paid as an undertaking, on a business account: banks refuse a list with one in it.
  if (lists.individuals_only && payee.kind !== 'individual')
    faults.push({ rule: 'list_individuals', number, value: payee.name });
  else if (fullNameOf(payee.full_name ?? payee.name) === null)
    faults.push({ rule: 'list_full_name', number, value: payee.full_name ?? payee.name });
  if (lists.knp && !lists.knp.includes(knp)) faults.push({ rule: 'list_knp', number, value: knp });
  return faults;
}

/** Surname, name and the rest. Null for what is no full name: one word, or initials. */
export function fullNameOf(written: string): { family: string; given: string; rest: string } | null {
  const words = oneLine(written).split(/\s+/).filter(Boolean);
  const [family, given, ...rest] = words;
  const isWhole = words.every((word) => /^[\p{L}'’ʼ-]{2,}$/u.test(word));
  return family && given && isWhole ? { family, given, rest: rest.join(' ') } : null;
}

/** Acts of one person are one row; two accounts of one person cannot be. */
function twiceIn({ rows }: PayList): FileFault[] {
  const people = Map.groupBy(rows, ({ payee }) => payee.bin);
  return [...people.values()].flatMap(([, second]) =>
    second ? [{ rule: 'list_person_twice', number: second.orders[0]!.number, value: second.payee.name }] : [],
  );
}

function transitOf({ bank, number }: PayList, { transit, bank_codes }: OrderBatch): FileFault[] {
  const account = transit.get(bank.bic);
  const code = bank_codes.get(bank.bic);
  if (!account || !code || account.slice(4, 7) === code) return [];
  return [{ rule: 'list_transit_bank', number, value: bank.bank_name }];
}
