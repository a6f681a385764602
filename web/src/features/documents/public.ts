import { lazyPart } from '../../ui/lazy-part.tsx';

/** One contract beside its list; it comes when it is wanted. */
export const DocumentPeek = lazyPart(() => import('./document-peek.tsx'));
