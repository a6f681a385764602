import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { invalidate, queryClient } from '../../platform/query.ts';

export type DocType = 'act' | 'document';
export type QrCode = Answer<'qr.make'> & { ends_at_ms: number };
type Session = NonNullable<Answer<'qr.check'>['session']>;
/** Signing in and registering wait for nothing: НУЦ РК answers at once or the signature is refused. */
export type QrProgress = Omit<Session, 'awaited_count'> & Partial<Pick<Session, 'awaited_count'>>;

const CHECK_EVERY_MS = 1500;
/** НУЦ РК is asked again and again, with longer and longer pauses. */
const AWAITED_EVERY_MS = 5000;
const ENDS: readonly QrProgress['state'][] = ['signed', 'cancelled', 'expired'];

/** Where a code comes from and how one learns what became of it: papers of the cabinet, a registration, a sign-in. */
export interface QrSource {
  /** What the code is for; another key asks for another code. */
  key: readonly unknown[];
  open: (signal: AbortSignal) => Promise<Answer<'qr.make'>>;
  check: (code: QrCode, signal: AbortSignal) => Promise<QrProgress | null>;
}

export const qrOfDocuments = (doc_type: DocType, ids: readonly number[]): QrSource => ({
  key: [doc_type, ids],
  open: (signal) => api.call('qr.make', { query: { doc_ids: [...ids], doc_type } }, { signal }),
  check: async ({ doc_ids, session_id }, signal) => {
    const query = { doc_ids, doc_type, session_id };
    return (await api.call('qr.check', { query }, { signal })).session;
  },
});

/** A code of its own for each place that shows one; asking makes it, so nothing but «new code» asks again. */
export function useQrCode(source: QrSource) {
  const place = useId();
  const [turn, setTurn] = useState(0);
  const query = useQuery(
    {
      queryKey: ['qr.make', place, turn, ...source.key],
      queryFn: async ({ signal }): Promise<QrCode> => {
        const code = await source.open(signal);
        // By this device's own clock from now on: it may be wrong, but it runs as fast as the server's.
        return { ...code, ends_at_ms: Date.now() + code.expires_in_s * 1000 };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { makes: true },
    },
    queryClient,
  );
  return { ...query, renew: () => setTurn((now) => now + 1) };
}

/** How far the phone has come. Asked until there is an end; a lost connection only makes it later. */
export function useQrProgress(source: QrSource, code: QrCode | undefined): QrProgress | null {
  const { data } = useQuery(
    {
      queryKey: ['qr.check', code?.session_id, ...source.key],
      queryFn: ({ signal }) => source.check(code!, signal),
      enabled: code !== undefined,
      staleTime: 0,
      gcTime: 0,
      refetchInterval: ({ state: { data } }) =>
        isEnd(data) ? false : data?.state === 'awaited' ? AWAITED_EVERY_MS : CHECK_EVERY_MS,
    },
    queryClient,
  );
  return data ?? null;
}

function isEnd(session: QrProgress | null | undefined): boolean {
  return session ? ENDS.includes(session.state) : false;
}

/** Whole seconds until a moment of this device's clock, updated each second; 0 when it is over. */
export function useSecondsLeft(until_ms: number | undefined): number {
  const left = () => (until_ms === undefined ? 0 : Math.max(0, Math.ceil((until_ms - Date.now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` reads nothing but `until_ms`
  }, [until_ms]);
  return seconds;
}

/** What was signed on the phone changes lists, papers and counters. */
export function afterSigning(): Promise<void> {
  return invalidate(['acts.', 'documents.', 'reconciliations.', 'home.', 'jobs.']);
}
