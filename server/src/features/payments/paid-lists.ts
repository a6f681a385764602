import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { OrderRow } from './move-order.ts';

/** Orders of one file that a bank debits as one sum. */
export interface PaidList<Order extends FiledOrder = FiledOrder> {
  payment_file_id: number;
  /** Under which the bank knows the list: the number of its first order. */
  number: number;
  /** On which the file was made. */
  day: string;
  orders: readonly Order[];
  amount_tiyn: bigint;
}

/** With how many orders the file has of the same list. */
export type FiledOrder = OrderRow & {
  file_format: string | null;
  /** Number of the list within the file; null in files made before lists were kept. */
  list_number: number | null;
  list_orders: number;
};

/**
 * Lists among the files of orders: MT102 has one for each bank, КНП and month, a register is one; of other kinds each order is
 * debited by itself. A list of which an order is missing, settled or rejected is not whole and is left out.
 */
export function listsOf<Order extends FiledOrder>(orders: readonly Order[]): PaidList<Order>[] {
  const files = Map.groupBy(
    orders.filter(({ file_format }) => file_format === 'mt102' || file_format === 'xlsx'),
    ({ payment_file_id }) => payment_file_id!,
  );
  return [...files].flatMap(([payment_file_id, all]) => {
    const lists = Map.groupBy(all, ({ payee_bic, knp, file_format, list_number }) =>
      file_format === 'mt102' ? (list_number ?? `${payee_bic} ${knp}`) : '',
    );
    return [...lists.values()].flatMap((of) => {
      const isWhole = of.length === of[0]!.list_orders;
      if (!isWhole || of.length < 2) return [];
      const sorted = of.toSorted((a, b) => a.year! - b.year! || a.number! - b.number!);
      return [
        {
          payment_file_id,
          number: sorted[0]!.number!,
          day: almatyDate(sorted[0]!.sent_at!),
          orders: sorted,
          amount_tiyn: sorted.reduce((sum, order) => sum + order.amount_tiyn, 0n),
        },
      ];
    });
  });
}
