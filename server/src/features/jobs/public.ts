export { runBulk, runSigning } from './run-bulk.ts';
export { rowMessage, toRun } from './jobs.view.ts';
export { findRun, getRunParams, listRunRows } from './jobs.queries.ts';
