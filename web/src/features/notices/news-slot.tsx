import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const News = lazyPart(() => withTexts(import('./news.tsx'), ['notices']));

/** The place in the bell; the list and its texts come when it is opened. */
export function NewsSlot({ onLeave }: { onLeave: () => void }) {
  return (
    <Suspense>
      <News onLeave={onLeave} />
    </Suspense>
  );
}
