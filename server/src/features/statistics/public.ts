export {
  balancesOfExecutors,
  listBalances,
  listContractBalances,
  listExecutorBalances,
  NO_BALANCE,
  sumBalance,
  type Balance,
  type BalanceOf,
} from './balances.queries.ts';
export { openOf, paidOf, toBalance } from './balances.view.ts';
export {
  countExecutorsWith,
  isToPay,
  KEPT_TOTALS,
  sumByStatus,
  sumToPayOf,
  type StatusTotals,
} from './totals.queries.ts';
