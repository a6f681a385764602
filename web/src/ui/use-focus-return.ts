import { useEffect, useRef } from 'react';

/**
 * For dialogs that leave the page whole when they close: the keyboard goes back to where it was, or, when that button
 * is gone with the state it belonged to, to the beginning of the page's content. The button may also go later, with the
 * answer that ends its state: until something else has the focus it is watched.
 */
export function useFocusReturn(opened: boolean): void {
  const watch = useRef<MutationObserver>(null);
  useEffect(() => {
    if (!opened) return undefined;
    // Opened again meanwhile.
    watch.current?.disconnect();
    watch.current = null;
    const before = document.activeElement;
    return () => {
      const keep = (place: Element | null) => {
        if (place instanceof HTMLElement && document.activeElement === document.body)
          place.focus({ preventScroll: true });
      };
      let held: Element | null = null;
      const look = () => {
        keep(document.querySelector('#content'));
        if (document.activeElement !== held) observer.disconnect();
      };
      const observer = (watch.current = new MutationObserver(look));
      // What the dialog changed on the page is drawn by then.
      setTimeout(() => {
        if (watch.current !== observer) return;
        keep(before);
        held = document.activeElement;
        observer.observe(document, { childList: true, subtree: true });
        look();
      }, 50);
    };
  }, [opened]);
}
