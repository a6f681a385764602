export { findActivity } from './activities.queries.ts';
export { listFigures } from './figures.queries.ts';
export { listDeductions, listStandings } from './standings.queries.ts';
