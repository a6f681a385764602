import { Component, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Going } from '../platform/address.ts';
import { RouteContext } from '../platform/route.ts';
import { ServerErrorView } from './error-views.tsx';
import { PlainLayout } from './layouts/plain-layout.tsx';
import { navigation } from './navigate.ts';
import { PendingView } from './pending-view.tsx';
import css from './router-view.module.css';
import { settle } from './settle.ts';

/** The screen of the address bar, in its layout. The layout stays while pages change inside it. */
export function RouterView() {
  const view = useSyncExternalStore(navigation.subscribe, navigation.view);
  const waiting = useSyncExternalStore(navigation.subscribe, navigation.isWaiting);
  if (view.kind === 'blank') return null;
  if (view.kind === 'fault') return inPlain(view.error);
  const { route, layout: Layout, page: Page, going } = view;
  return (
    <RouteContext value={route}>
      {waiting && <div className={css.waiting} data-waiting />}
      <Layout>
        <FaultBoundary key={route.path} show={(error) => <ServerErrorView error={error} />}>
          <Suspense fallback={<PendingView />}>
            <Page />
            <Arrived path={route.path} going={going} />
          </Suspense>
        </FaultBoundary>
      </Layout>
    </RouteContext>
  );
}

export const inPlain = (error: unknown) => (
  <PlainLayout>
    <ServerErrorView error={error} />
  </PlainLayout>
);

/** A page that throws takes nothing with it but itself; a frame that throws leaves words behind. */
export class FaultBoundary extends Component<
  { children: ReactNode; show: (error: unknown) => ReactNode },
  { fault: { error: unknown } | null }
> {
  override state = { fault: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } };
  }

  override render() {
    return this.state.fault ? this.props.show(this.state.fault.error) : this.props.children;
  }
}

const PATIENCE_MS = 1500;
const BY_HAND = ['wheel', 'touchmove'];

/** A new page begins at its top; a page come back to begins where it was left, as soon as it is long enough. */
function Arrived({ path, going }: { path: string; going: Going }) {
  useLayoutEffect(settle, [path]);
  useLayoutEffect(() => {
    if (going.kind !== 'back') {
      scrollTo(0, 0);
      return undefined;
    }
    const until = performance.now() + PATIENCE_MS;
    let frame = 0;
    const step = () => {
      scrollTo(0, going.scroll_y);
      if (Math.abs(scrollY - going.scroll_y) > 1 && performance.now() < until)
        frame = requestAnimationFrame(step);
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      for (const type of BY_HAND) removeEventListener(type, stop);
    };
    step();
    for (const type of BY_HAND) addEventListener(type, stop, { passive: true });
    return stop;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- filters of the same page leave the scrolling alone
  }, [path]);
  return null;
}
