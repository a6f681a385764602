export { addLimit as writeLimit, holdStatuses, lockPlaces } from './executors.queries.ts';
export { readLimit, takePlaces } from './executor-limit.ts';
export { joinExecutor, startExecutor } from './move-executor.ts';
