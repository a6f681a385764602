export { followRun } from './follow-run.ts';
export { RunWindow } from './run-window.tsx';
