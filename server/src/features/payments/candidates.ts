import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { OperationCandidate } from '@kelisim/shared/features/payments/statements.contract.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findFitting } from '../obligations/public.ts';
import { findOwn, listExecutorsBy, listPayableOrders, listReturnableOrders } from './candidates.queries.ts';
import {
  isStated,
  payableLists,
  rankCandidates,
  type Candidate,
  type Known,
  type OpenOperation,
} from './rank-candidates.ts';
import type { ShownOperation } from './shown-statements.queries.ts';
import { restOf } from './settle-order.ts';

/** Candidates of those of these operations that wait for a user, the likeliest first; by the operation's id. */
export async function findCandidates(
  db: Handle,
  company_id: number,
  operations: readonly ShownOperation[],
): Promise<ReadonlyMap<number, OperationCandidate[]>> {
  const open = operations.filter(({ state, currency }) => state === 'unmatched' && currency === 'KZT');
  if (open.length === 0) return new Map();
  const known = await listKnown(db, company_id, open);
  const fitting = await findFitting(db, company_id, open);
  return new Map(
    open.map((row) => [row.id, rankCandidates(row, known, fitting.get(row.id)).map(toCandidate)]),
  );
}

async function listKnown(db: Handle, company_id: number, open: readonly OpenOperation[]): Promise<Known> {
  const own = await findOwn(db, company_id);
  const seen = {
    sums: open.map(({ amount_tiyn }) => amount_tiyn),
    ibans: open.flatMap(({ counterparty_iban }) => counterparty_iban ?? []),
    bins: open.flatMap(({ counterparty_bin }) =>
      counterparty_bin === null || counterparty_bin === own.bin ? [] : [counterparty_bin],
    ),
  };
  const isOut = open.some(({ direction }) => direction === 'out');
  const payable = isOut ? await listPayableOrders(db, company_id) : [];
  return {
    own,
    payable,
    lists: payableLists(payable),
    returnable: open.some(({ direction }) => direction === 'in')
      ? await listReturnableOrders(db, company_id, seen)
      : [],
    executors: isOut ? await listExecutorsBy(db, company_id, seen) : [],
  };
}

function toCandidate({ kind, reasons, orders, advance, obligation }: Candidate): OperationCandidate {
  return {
    kind,
    reasons,
    orders: orders.map(({ order, amount_tiyn }) => ({
      id: order.id,
      number: order.number,
      act_number: order.act_number,
      payee: order.payee_name,
      iban: order.payee_iban,
      amount: formatMoney(amount_tiyn),
      left: formatMoney(
        kind === 'return' ? order.settled_tiyn : isStated(order, amount_tiyn) ? amount_tiyn : restOf(order),
      ),
    })),
    advance: advance && {
      executor_company_id: advance.executor_company_id,
      name: advance.name,
      amount: formatMoney(advance.amount_tiyn),
    },
    obligation: obligation && {
      month: obligation.month,
      kind: obligation.kind,
      left: formatMoney(obligation.left_tiyn),
      person: obligation.person,
    },
  };
}
