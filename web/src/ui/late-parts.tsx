import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { awaiting, whenWhole } from '../platform/load-part.ts';
import { Skeleton } from './skeleton.tsx';

/** Parts that come after the rest of a page: what follows them stands in `WhenWhole`. */
export function LateParts({ children }: { children: ReactNode }) {
  return <Suspense fallback={<OnItsWay />}>{children}</Suspense>;
}

/** A part is shown a while after its file has come, and asks for its answers only then. */
function OnItsWay() {
  useLayoutEffect(() => {
    let come = () => {};
    void awaiting(new Promise<void>((resolve) => (come = resolve)));
    return () => come();
  }, []);
  return null;
}

const LATEST_MS = 5_000;

/**
 * Out of sight and out of reach until all that a page first asks for is there, or five seconds have passed: nothing of it
 * moves under a finger.
 */
export function WhenWhole({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const show = () => setWhole(true);
    const giveUp = whenWhole(show);
    const late = setTimeout(show, LATEST_MS);
    return () => {
      giveUp();
      clearTimeout(late);
    };
  }, []);
  return (
    <div className={className} data-coming={!isWhole || undefined}>
      {!isWhole && <Skeleton height={160} />}
      {children}
    </div>
  );
}
