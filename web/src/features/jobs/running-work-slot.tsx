import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RunningWork = lazyPart(() => withTexts(import('./running-work.tsx'), ['jobs']));

/** The place in the top bar; the indicator and its texts come after the page. */
export function RunningWorkSlot() {
  return (
    <Suspense>
      <RunningWork />
    </Suspense>
  );
}
