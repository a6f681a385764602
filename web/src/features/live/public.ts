import { useEffect } from 'react';

/** Hears of what the other side does, for as long as the page is open. The rest comes after the page. */
export function useLive(enabled: boolean): void {
  useEffect(() => {
    if (enabled) void import('./start-live.ts').then(({ startLive }) => startLive());
  }, [enabled]);
}
