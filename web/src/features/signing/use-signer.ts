import { useCallback, useEffect, useRef, useState } from 'react';
import { startSigner, type OpenAnswer, type Signer } from './signer.ts';
import type { KeyCard } from './signing-messages.ts';

/**
 * A worker that is started when it is first needed and ended with the step, or when the key is put away; with the keys
 * of the file that it has open, and the one that signs.
 */
export function useSigner(firstOf: (keys: readonly KeyCard[]) => KeyCard | null) {
  const held = useRef<Signer | null>(null);
  const [keys, setKeys] = useState<readonly KeyCard[] | null>(null);
  const [chosen, choose] = useState<KeyCard | null>(null);
  const end = useCallback(() => {
    held.current?.end();
    held.current = null;
  }, []);
  useEffect(() => end, [end]);
  const live = () => (held.current ??= startSigner());
  return {
    keys,
    chosen,
    choose,
    open: async (file: Uint8Array, password: string): Promise<OpenAnswer> => {
      const answer = await live().open(file, password);
      if ('keys' in answer) {
        setKeys(answer.keys);
        choose(firstOf(answer.keys));
      }
      return answer;
    },
    sign: (...args: Parameters<Signer['sign']>) => live().sign(...args),
    forget: () => {
      end();
      setKeys(null);
      choose(null);
    },
  };
}
