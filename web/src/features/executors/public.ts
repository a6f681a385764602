export { ExecutorsList } from './executors-list.tsx';
export { useExecutorLimit } from './executors.data.ts';
