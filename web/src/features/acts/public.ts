import { lazyPart } from '../../ui/lazy-part.tsx';

export { statusTone } from './act-words.ts';
export { useDeedsOverAll, type DeedsOverAll } from './deed-over-all.tsx';

/** One act beside its list; it comes when it is wanted. */
export const ActPeek = lazyPart(() => import('./act-peek.tsx'));
