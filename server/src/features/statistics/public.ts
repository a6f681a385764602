export { addUp, countExecutorsWith, sumByMonth, sumByStatus } from './totals.queries.ts';
