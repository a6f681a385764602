import { useEffect } from 'react';

/**
 * For dialogs that leave the page whole when they close: the keyboard goes back to where it was, or, when that button
 * is gone with the state it belonged to, to the beginning of the page's content. The button may also go later, with the
 * answer that ends its state: until something else has the focus it is watched.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement as HTMLElement;
    return () => {
      // What the dialog changed on the page is drawn by then.
      setTimeout(() => {
        const keep = (place: HTMLElement | null) => {
          if (document.activeElement === document.body) place?.focus({ preventScroll: true });
        };
        keep(before);
        const held = document.activeElement;
        const look = () => {
          keep(document.querySelector('#content'));
          if (document.activeElement !== held) watch.disconnect();
        };
        const watch = new MutationObserver(look);
        watch.observe(document, { childList: true, subtree: true });
        look();
      }, 50);
    };
  }, [opened]);
}
