import { useEffect, useRef } from 'react';
import { startSigner } from './signer.ts';
import type { Signer } from './signer.ts';

/** A worker that is started when it is first needed and ended with the step, or when the key is put away. */
export function useSigner() {
  const held = useRef<Signer | null>(null);
  useEffect(
    () => () => {
      held.current?.end();
      held.current = null;
    },
    [],
  );
  const live = () => (held.current ??= startSigner());
  return {
    open: (...args: Parameters<Signer['open']>) => live().open(...args),
    sign: (...args: Parameters<Signer['sign']>) => live().sign(...args),
    end: () => {
      held.current?.end();
      held.current = null;
    },
  };
}
