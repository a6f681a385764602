export { goesOnInItself } from './jobs.data.ts';
export { UndoRun } from './undo-run.tsx';
export { useRunName } from './run-name.ts';
export { RunWindow } from './run-window.tsx';
export {
  asRun,
  followRun,
  goOnWith,
  ROWS_ON_A_PAGE,
  stopRun,
  undoRun,
  useRun,
  useRunRows,
  type FollowedRow,
} from './runs.data.ts';
