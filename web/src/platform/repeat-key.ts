import { useRef } from 'react';
import { newRandomKey } from './http.ts';

/**
 * The `Idempotency-Key` of a form: the same as long as the same is sent, so that pressing again after a lost answer
 * makes nothing twice; another one as soon as anything was changed.
 */
export function repeatKey(): (sent: unknown) => string {
  let last: { text: string; key: string } | null = null;
  return (sent) => {
    const text = JSON.stringify(sent);
    if (last?.text !== text) last = { text, key: newRandomKey() };
    return last.key;
  };
}

export function useRepeatKey(): (sent: unknown) => string {
  const keyOf = useRef<((sent: unknown) => string) | null>(null);
  return (sent) => (keyOf.current ??= repeatKey())(sent);
}
