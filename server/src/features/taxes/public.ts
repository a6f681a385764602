export { listFigures } from './figures.queries.ts';
