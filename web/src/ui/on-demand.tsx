import { cloneElement, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentType, HTMLAttributes, ReactElement, RefAttributes } from 'react';
import { lazyOf, PartBoundary } from './lazy-part.tsx';

export type ButtonElement = ReactElement<
  HTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>
>;

/** What a window gets that is loaded when it is first wanted. It opens itself at once. */
export interface OnDemandProps {
  /** The button it hangs on. */
  button: ButtonElement;
}

/**
 * A menu or little window that may never be opened, kept out of the first load. Its file comes when the pointer or the
 * focus reaches the button; a click opens it. Made once, outside of components: `const Menu = onDemand(() => import(…))`.
 */
export function onDemand<P extends OnDemandProps>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Window = lazyOf(load);

  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(false);
    const closed = cloneElement(props.button, {
      'aria-expanded': false,
      onPointerEnter: Window.prepare,
      onFocus: Window.prepare,
      onClick: () => setWanted(true),
    });
    const again = () => {
      Window = lazyOf(load);
      setWanted(false);
    };
    return wanted ? (
      <PartBoundary onMissing={again}>
        <Suspense fallback={closed}>
          <Window {...props} />
        </Suspense>
      </PartBoundary>
    ) : (
      closed
    );
  };
}

/**
 * For the window itself: opens once it is there. The button gets the focus first, because it is another element than the
 * one that was pressed, and the focus must have somewhere to come back to.
 */
export function useOpenAtOnce(button: ButtonElement, ready?: () => Promise<unknown>) {
  const ref = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    let gone = false;
    ref.current?.focus({ preventScroll: true });
    void Promise.resolve(ready?.()).then(() => !gone && setOpened(true));
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  }, []);
  return { opened, setOpened, target: cloneElement(button, { ref }) };
}
