import { Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const News = lazyPart(async () => {
  const [part] = await Promise.all([import('./news.tsx'), loadTexts(['notices'])]);
  return part;
});

/** The place in the bell; the list and its texts come when it is opened. */
export function NewsSlot({ onLeave }: { onLeave: () => void }) {
  return (
    <Suspense>
      <News onLeave={onLeave} />
    </Suspense>
  );
}
