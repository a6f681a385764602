export { addUp, countExecutorsWith, sumByMonth, sumByStatus, type Total } from './totals.queries.ts';
