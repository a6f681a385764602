import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { OwnViewsProps } from './own-views.tsx';

const Loaded = lazyPart(() => import('./own-views.tsx'));

/** Comes when there is a view, or something that can be kept as one. */
export const OwnViews = ({ isAny, ...props }: OwnViewsProps & { isAny: boolean }) =>
  isAny && (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
