import { useRef, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { makeStale } from '../../platform/query.ts';
import { selectMade, startBulk } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';

interface Wish {
  acts: MeantActs;
  key: string;
  /** After which making and which sending: both may be gone on with. */
  after: string;
}

/**
 * Sends everything that a run has made and that is a draft still, as one run whose number stands in the address. The
 * acts are written down once and have one key, so that pressing again after a lost answer sends nothing twice.
 */
export function useSendAll(import_run_id: number, run_id: number | null, onRun: (run_id: number) => void) {
  const wish = useRef<Wish | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const start = async (made_at: string | null) => {
    setStarting(true);
    setFault(null);
    try {
      const after = `${made_at} ${run_id}`;
      if (wish.current?.after !== after)
        wish.current = { acts: await selectMade(import_run_id), key: newIdempotencyKey(), after };
      onRun(await startBulk('send', wish.current.acts, '', wish.current.key));
      void makeStale(['jobs.list']);
    } catch (error) {
      setFault(errorText(error));
    }
    setStarting(false);
  };
  return { run_id, isStarting, fault, start: (made_at: string | null) => void start(made_at) };
}
