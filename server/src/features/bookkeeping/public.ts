export { ledger } from './ledger.queries.ts';
export { findSidesOn, reconcile } from './reconcile.ts';
