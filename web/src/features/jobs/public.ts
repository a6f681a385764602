export { followRun } from './follow-run.ts';
export { goesOnInItself, goOnWith } from './jobs.data.ts';
export { RunWindow } from './run-window.tsx';
