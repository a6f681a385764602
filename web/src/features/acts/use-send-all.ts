import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { invalidate } from '../../platform/query.ts';
import { selectMade, startBulk } from './runs.data.ts';
import type { MeantActs } from './runs.data.ts';

interface SendRequest {
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
  const request = useRef<SendRequest | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  /** After what there was nothing left to send: one by one it may have been sent already. */
  const [done_after, setDoneAfter] = useState<string | null>(null);
  const afterOf = (made_at: string | null) => `${made_at} ${run_id}`;
  const start = async (made_at: string | null) => {
    setStarting(true);
    setFault(null);
    const after = afterOf(made_at);
    try {
      if (request.current?.after !== after)
        request.current = { acts: await selectMade(import_run_id), key: newRandomKey(), after };
      onRun(await startBulk('send', request.current.acts, '', request.current.key));
      void invalidate(['jobs.list']);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'field.ids_empty') setDoneAfter(after);
      else setFault(errorText(error));
    }
    setStarting(false);
  };
  return {
    run_id,
    isStarting,
    fault,
    isNothingLeft: (made_at: string | null) => done_after === afterOf(made_at),
    start: (made_at: string | null) => void start(made_at),
  };
}
