export { followRun } from './follow-run.ts';
