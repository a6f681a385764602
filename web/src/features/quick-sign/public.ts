import { lazyPart } from '../../ui/lazy-part.tsx';

export { QuickSignButton } from './quick-sign-button.tsx';
export { QuickSignWindow, SendLinksDialog } from './link-windows.tsx';

/** In what two versions of an act differ, for both its sides; its words are `versions`. */
export const ActDifferences = lazyPart(() => import('./act-differences.tsx'));
