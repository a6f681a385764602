export { countWaiting as countReconciliations } from './reconciliations.queries.ts';
