import type {
  BankOperation,
  OperationCandidate,
} from '@kelisim/shared/features/payments/statements.contract.ts';

/** What confirming a candidate asks of the server: exactly what was shown. */
export function wishOf({ id: operation_id }: BankOperation, candidate: OperationCandidate) {
  const { kind, orders, advance, obligation } = candidate;
  if (kind === 'commission' || kind === 'own_transfer') return { operation_id, orders: [], kind };
  if (obligation) {
    const { month, kind: of, person } = obligation;
    return {
      operation_id,
      orders: [],
      obligation: { month, kind: of, ...(person && { executor_company_id: person.executor_company_id }) },
    };
  }
  return {
    operation_id,
    orders: orders.map(({ id: order_id, amount }) => ({ order_id, amount })),
    ...(advance && { advance_to: advance.executor_company_id }),
  };
}
