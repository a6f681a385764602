import { lazyPart } from '../../ui/lazy-part.tsx';

export const MakeDialog = lazyPart(() => import('./make-dialog.tsx'));
