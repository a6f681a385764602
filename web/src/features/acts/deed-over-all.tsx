import { Suspense, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { AskedOverAll } from './deed-over-all-flow.tsx';

/** Nothing of it is loaded before somebody signs or pays. */
const Flow = lazyPart(() => import('./deed-over-all-flow.tsx'));

/** Signing and payment of all acts of a filter at once, without their list. */
export interface DeedsOverAll {
  begin: (deed: AskedOverAll['deed'], filter: AskedOverAll['filter'], next?: AskedOverAll['next']) => void;
  /** The deed whose acts are being gathered. */
  busy: AskedOverAll['deed'] | null;
  /** Rendered by the page itself: what has led here may be gone when all is done. */
  dialogs: ReactNode;
}

export function useDeedsOverAll(side: 'business' | 'executor'): DeedsOverAll {
  const [asked, setAsked] = useState<AskedOverAll | null>(null);
  const [shown, setShown] = useState(false);
  const onShown = useCallback(() => setShown(true), []);
  const onClose = useCallback(() => setAsked(null), []);
  return {
    begin: (deed, filter, next) => {
      if (asked) return;
      setShown(false);
      setAsked({ deed, filter, next });
    },
    busy: asked && !shown ? asked.deed : null,
    dialogs: asked && (
      <Suspense>
        <Flow side={side} asked={asked} onShown={onShown} onClose={onClose} />
      </Suspense>
    ),
  };
}
