export { statusTone } from './act-words.ts';
export { useDeedsOverAll, type DeedsOverAll } from './deed-over-all.tsx';
