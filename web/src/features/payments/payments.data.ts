import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api, type Answer } from '../../platform/api.ts';
import { newRandomKey } from '../../platform/http.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { asRun, followRun } from '../jobs/public.ts';
import { bankWord, isFinal } from './pay-acts.ts';
import type { ActsToPay, BankWord, PayRow } from './pay-acts.ts';

export function usePayees(acts: ActsToPay) {
  // What was true of an account a while ago is not shown before money goes.
  const fresh = { staleTime: 0, gcTime: 0 };
  const { data, error, refetch } = useCall('payments.preview', { body: acts }, fresh);
  return { preview: data ?? null, error, retry: () => void refetch() };
}

export function useExplanation(
  { acts, executor_company_id }: { acts: ActsToPay; executor_company_id: number },
  enabled: boolean,
) {
  const body = { ...acts, executor_company_id };
  const { data, error } = useCall('payments.explain', { body }, { enabled, staleTime: 0, gcTime: 0 });
  return { sentences: data?.sentences, error };
}

type Payees = ReturnType<typeof usePayees>;

export type PayState =
  | { step: 'ask' }
  | { step: 'prove' }
  | { step: 'paying'; done: number }
  /** Nobody knows what became of it until it is asked again with the same key. */
  | { step: 'lost'; error: unknown }
  | { step: 'refused'; error: unknown }
  | { step: 'result'; rows: readonly PayRow[] };

/** The rows of so many acts are shown in the dialog itself. */
const SHOWN_HERE = 1000;

/**
 * One payment of one opening of the dialog. Its key is made once; a second click while it runs does nothing. Of more
 * acts than the dialog shows, whoever opened it follows the run.
 */
export function usePayment(acts: ActsToPay, payees: Payees, onMany?: (run_id: number) => void) {
  const [idempotency_key] = useState(newRandomKey);
  const [state, setState] = useState<PayState>({ step: 'ask' });
  const running = useRef(false);

  const pay = async () => {
    if (running.current) return;
    running.current = true;
    setState({ step: 'paying', done: 0 });
    try {
      const body = { ...acts, shown: payees.preview?.shown };
      const { run_id } = await api.call('acts.pay', { body }, asRun(idempotency_key));
      const { total } = await api.call('jobs.get', { params: { run_id } });
      if (total > SHOWN_HERE && onMany) onMany(run_id);
      else {
        const tell = (run: { done: number }) => setState({ step: 'paying', done: run.done });
        const rows = await followRun(run_id, tell);
        setState({ step: 'result', rows: rows.map((row) => ({ ...row, act_id: row.subject_id ?? 0 })) });
      }
    } catch (error) {
      const failure = afterFailure(error);
      // What changed since it was shown is shown before it is asked again.
      if (failure.step === 'refused') payees.retry();
      setState(failure);
    }
    running.current = false;
    await invalidate(['acts.', 'home.', 'jobs.', 'payments.']);
  };
  return {
    state,
    pay,
    askProof: () => setState({ step: 'prove' }),
    askAgain: () => setState({ step: 'ask' }),
  };
}

function afterFailure(error: unknown): PayState {
  if (!(error instanceof ApiError)) return { step: 'lost', error };
  if (error.code === 'fresh_proof_required') return { step: 'prove' };
  const unknown = error.status === 0 || error.status >= 500 || error.code === 'in_progress';
  return { step: unknown ? 'lost' : 'refused', error };
}

/** So many of the newest orders one answer holds; of more payments the list of orders tells. */
const FOLLOWED = 100;
const EVERY_MS = 1500;

/** What the bank says of each new payment, asked until it has said it; null when there are too many to follow. */
export function useBankWords(act_ids: readonly number[]): ReadonlyMap<number, BankWord> | null {
  const wordsOf = ({ items }: Answer<'payments.orders'>): Map<number, BankWord> =>
    // Newest first: of an act that was paid before, the order made now counts.
    new Map(act_ids.map((id) => [id, bankWord(items.find(({ act }) => act.id === id)?.status)]));
  const { data } = useCall(
    'payments.orders',
    { query: { limit: FOLLOWED } },
    {
      enabled: act_ids.length > 0 && act_ids.length <= FOLLOWED,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data && [...wordsOf(state.data).values()].every(isFinal) ? false : EVERY_MS,
    },
  );
  return act_ids.length > FOLLOWED ? null : data ? wordsOf(data) : new Map();
}
