import { useEffect, useEffectEvent, useState } from 'react';

export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  /** When the answer came, ms since 1970; 0 before that. */
  at: number;
  /** Asks once more. */
  again: () => void;
}

interface Held<T> extends Omit<Asked<T>, 'again'> {
  key: string;
  turn: number;
}

/**
 * Reads something once for each key, without the cache of queries: for the public pages, which open first on a cheap phone
 * and share nothing with other pages. A null key asks nothing. An answer to an earlier key is never shown. What failed is
 * asked again when the network is back.
 */
export function useAsked<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [turn, setTurn] = useState(0);
  const asking = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return undefined;
    const over = new AbortController();
    const tell = (part: Partial<Held<T>>) => {
      if (!over.signal.aborted) setHeld({ key, turn, data: undefined, error: undefined, at: 0, ...part });
    };
    asking(over.signal).then(
      (data) => tell({ data, at: Date.now() }),
      (error: unknown) => tell({ error }),
    );
    return () => over.abort();
  }, [key, turn]);
  const own = held?.key === key && held.turn === turn ? held : null;
  const hasFailed = own?.error !== undefined;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const again = () => setTurn((now) => now + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [hasFailed]);
  return {
    data: own?.data,
    error: own?.error,
    at: own?.at ?? 0,
    again: () => setTurn((now) => now + 1),
  };
}
