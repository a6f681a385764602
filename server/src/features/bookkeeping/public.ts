export { findWithholding } from './bookkeeping.queries.ts';
export { countCertificates } from './certificates.queries.ts';
export { countLimits } from './count-limits.ts';
export { findFrozen, listFrozenParties } from './frozen.queries.ts';
export { kindOrder, ledger, listFirstKept } from './ledger.queries.ts';
export { owedByExecutor } from './owed-by-executor.queries.ts';
export { findSidesOn, reconcile } from './reconcile.ts';
export { assertMayPay, reckonPayments, type PaymentReckoned } from './withhold.ts';
export { listKeptOfMonths, NOTHING_KEPT } from './reckon-months.ts';
