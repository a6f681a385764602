import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RunningWork = lazyPart(async () => {
  const [part] = await Promise.all([import('./running-work.tsx'), loadTexts(['jobs'])]);
  return part;
});

/** The place in the top bar; the indicator and its texts come after the page. */
export function RunningWorkSlot() {
  return (
    <Suspense>
      <RunningWork />
    </Suspense>
  );
}
