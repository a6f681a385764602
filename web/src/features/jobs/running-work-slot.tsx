import { lazy, Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';

const RunningWork = lazy(async () => {
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
