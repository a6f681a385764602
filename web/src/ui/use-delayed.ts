import { useEffect, useState } from 'react';

/** True once `waiting` has lasted `delay_ms`: what comes at once shows no skeleton at all. */
export function useDelayed(waiting: boolean, delay_ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), delay_ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, delay_ms]);
  return late && waiting;
}
