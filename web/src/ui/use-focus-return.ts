import { useEffect } from 'react';

/**
 * For dialogs that leave the page whole when they close: the keyboard goes back to where it was, or, when that button
 * is gone with the state it belonged to, to the beginning of the page's content.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      // What the dialog changed on the page is drawn by then.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const place =
          before instanceof HTMLElement && before.isConnected && before !== document.body
            ? before
            : document.querySelector<HTMLElement>('#content');
        place?.focus({ preventScroll: true });
      }, 50);
    };
  }, [opened]);
}
