import type { FileOrder, FilePayee, OrderBatch } from '../../bank-files.ts';

/** The people of one bank whose work of one month is paid for one purpose (КНП) on one day: one debit. */
export interface PayList {
  /** Of its first order. */
  number: number;
  date: string;
  knp: string;
  /** `MMYYYY`, the month of the work. */
  period: string;
  purpose: string;
  /** Bank of the people. */
  bank: Pick<FilePayee, 'bic' | 'bank_name' | 'bank_bin'>;
  rows: ListRow[];
  amount_tiyn: bigint;
}
export interface ListRow {
  payee: FilePayee;
  amount_tiyn: bigint;
  /** The orders that are summed in it: a bank takes a person once in a list. */
  orders: FileOrder[];
}

export function listsOf({ orders }: Pick<OrderBatch, 'orders'>): PayList[] {
  const groups = Map.groupBy(orders, ({ payee, knp, date, month }) => `${payee.bic} ${knp} ${date} ${month}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [FileOrder];
    const rows = rowsOf(group);
    return {
      number: first.number,
      date: first.date,
      knp: first.knp,
      period: `${first.month.slice(5)}${first.month.slice(0, 4)}`,
      purpose:
        group.length === 1 ? first.purpose : `Оплата по актам выполненных работ по списку (${rows.length})`,
      bank: first.payee,
      rows,
      amount_tiyn: sumOf(group),
    };
  });
}

function rowsOf(orders: readonly FileOrder[]): ListRow[] {
  const people = Map.groupBy(orders, ({ payee }) => `${payee.bin} ${payee.iban}`);
  return [...people.values()].map((own) => ({
    payee: own[0]!.payee,
    amount_tiyn: sumOf(own),
    orders: own,
  }));
}

const sumOf = (orders: readonly FileOrder[]) =>
  orders.reduce((total, { amount_tiyn }) => total + amount_tiyn, 0n);
