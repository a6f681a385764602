import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { makeStale, useCall } from '../../platform/query.ts';
import { MOST_AT_ONCE } from '../../ui/all-of-filter.ts';
import { readSubjects, startBulk } from './runs.data.ts';

/**
 * Sends everything that a run has made, a thousand at a time, for that is what one call takes: each part when the one
 * before it is over. The run of a part stands in the address. Each part has its key from the beginning, so that pressing
 * again after a lost answer sends nothing twice.
 */
export function useSendAll(import_run_id: number, run_id: number | null, onRun: (run_id: number) => void) {
  const parts = useRef<{ act_ids: number[]; key: string }[]>([]);
  const [at, setAt] = useState(0);
  const [isStarting, setStarting] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const running = useCall(
    'jobs.get',
    { params: { run_id: run_id ?? 0 } },
    { enabled: run_id !== null && at + 1 < parts.current.length },
  );

  const begin = async (next: number) => {
    setStarting(true);
    setFault(null);
    try {
      if (parts.current.length === 0) parts.current = inParts(await readSubjects(import_run_id, 'ok'));
      const part = parts.current[next];
      if (part) onRun(await startBulk('send', part.act_ids, '', part.key));
      setAt(next);
      void makeStale(['jobs.list']);
    } catch (error) {
      setFault(errorText(error));
    }
    setStarting(false);
  };
  const ended = running.data?.id === run_id && running.data?.state === 'done';
  useEffect(() => {
    if (ended && !isStarting && at + 1 < parts.current.length) void begin(at + 1);
    // oxlint-disable-next-line react/exhaustive-deps -- the next part begins when this one has ended, and only then
  }, [ended]);
  return {
    run_id,
    isStarting,
    fault,
    part: at + 1,
    parts: parts.current.length,
    start: () => void begin(0),
  };
}

function inParts(act_ids: number[]): { act_ids: number[]; key: string }[] {
  const count = Math.ceil(act_ids.length / MOST_AT_ONCE);
  return Array.from({ length: count }, (_part, at) => ({
    act_ids: act_ids.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
    key: newIdempotencyKey(),
  }));
}
