export { addLimit as writeLimit, holdStatus, lockPlaces } from './executors.queries.ts';
export { readLimit, takePlaces } from './executor-limit.ts';
export { joinExecutor, startExecutor } from './move-executor.ts';
