import { useSyncExternalStore } from 'react';

/** 768 px and less is a phone (product constants). */
const query = '(max-width: 48em)';
const media = () => matchMedia(query);

export const isPhone = () => media().matches;

export function useIsPhone(): boolean {
  return useSyncExternalStore((listener) => {
    const list = media();
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  }, isPhone);
}
