import { useRef, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { makeStale } from '../../platform/query.ts';
import { selectRows, startBulk } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';

/**
 * Sends everything that a run has made, as one run whose number stands in the address. The acts are written down once
 * and have one key, so that pressing again after a lost answer sends nothing twice.
 */
export function useSendAll(import_run_id: number, run_id: number | null, onRun: (run_id: number) => void) {
  const wish = useRef<{ acts: MeantActs; key: string } | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const start = async () => {
    setStarting(true);
    setFault(null);
    try {
      wish.current ??= { acts: await selectRows(import_run_id, 'ok'), key: newIdempotencyKey() };
      onRun(await startBulk('send', wish.current.acts, '', wish.current.key));
      void makeStale(['jobs.list']);
    } catch (error) {
      setFault(errorText(error));
    }
    setStarting(false);
  };
  return { run_id, isStarting, fault, start: () => void start() };
}
