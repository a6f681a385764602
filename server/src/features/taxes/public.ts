export { askBeforePayment } from './ask-before-payment.ts';
export { findActivity } from './activities.queries.ts';
export { freezeCosts, listCosts, listCostsOfPayees, listSuppliers } from './costs.queries.ts';
export { listDecisions } from './decisions.queries.ts';
export { listYearsBefore, sumDeclared, yearKey } from './earlier.queries.ts';
export { listFigures } from './figures.queries.ts';
export { listPayees } from './payees.queries.ts';
export { listRegisterSaid } from './registers.queries.ts';
export { findBounded } from './standings.view.ts';
export {
  holdExecutor,
  holdExecutors,
  listDeductions,
  listNonresidentMonths,
  listStandings,
  type StandingOfDay,
} from './standings.queries.ts';
