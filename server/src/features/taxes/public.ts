export { findActivity } from './activities.queries.ts';
export { listFigures } from './figures.queries.ts';
export { listPayees } from './payees.queries.ts';
export { listDeductions, listStandings } from './standings.queries.ts';
