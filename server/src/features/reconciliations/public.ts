export { drawAct, makeActSheet } from './make-papers.ts';
export { countWaiting as countReconciliations } from './reconciliations.queries.ts';
export { getReconciliation } from './reconciliations.view.ts';
