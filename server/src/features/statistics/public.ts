export {
  balancesOfExecutors,
  listBalances,
  listContractBalances,
  listExecutorBalances,
  NO_BALANCE,
  sumBalance,
  sumToPayOf,
  type Balance,
  type BalanceOf,
} from './balances.queries.ts';
export { openOf, paidOf, toBalance } from './balances.view.ts';
export {
  addUp,
  countExecutorsWith,
  isToPay,
  sumByMonth,
  sumByStatus,
  sumOpen,
  type Total,
} from './totals.queries.ts';
