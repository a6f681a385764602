export {
  addUp,
  countExecutorsWith,
  isToPay,
  sumByMonth,
  sumByStatus,
  sumToPay,
  type Total,
} from './totals.queries.ts';
