import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { callKey, useCall } from '../../platform/query.ts';
import { sending } from './sending.ts';
import type { DocType } from './sending.ts';

export type Prepared = Answer<'signing.prepare'>;

/** A month of acts is asked for in pieces, so that the person sees how far it has come. */
const PREPARE_SIZE = 100;

/** What is to be signed, read again for each opening of the dialog: a sum that was right a minute ago is not shown. */
export function usePrepared(doc_type: DocType, ids: readonly number[]) {
  const [done, setDone] = useState(0);
  const query = useQuery({
    queryKey: ['signing.prepare', doc_type, ids],
    queryFn: async ({ signal }): Promise<Prepared> => {
      const parts: Prepared[] = [];
      for (let at = 0; at < ids.length; at += PREPARE_SIZE) {
        setDone(at);
        const body = { doc_type, ids: ids.slice(at, at + PREPARE_SIZE) };
        parts.push(await api.call('signing.prepare', { body }, { signal }));
      }
      const items = parts.flatMap((part) => part.items);
      return { items, refused: parts.flatMap((part) => part.refused), total_amount: sumOf(items) };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { ...query, done };
}

/** Sum of what has one, in the decimal of the wire. */
export function sumOf(items: readonly ToSign[]): string {
  return formatMoney(items.reduce((sum, { amount }) => sum + (amount ? (parseMoney(amount) ?? 0n) : 0n), 0n));
}

/** Where the double of NCALayer listens for this person, in the sandbox only. */
export async function findDouble(): Promise<string> {
  return (await api.call('sandbox.ncalayer')).address;
}

/** Test keys of the person, in the sandbox only. */
export function useSandboxKeys(sandbox: boolean) {
  return useCall('sandbox.keys', undefined, { enabled: sandbox, staleTime: Infinity });
}

/** The key file that the person has kept; null when there is none. Forgotten as soon as the dialog is closed. */
export function useKeptKey(user_id: number) {
  return useQuery({
    queryKey: callKey('key_store.get', { params: { user_id } }),
    queryFn: async ({ signal }): Promise<Answer<'key_store.get'> | null> => {
      try {
        return await api.call('key_store.get', { params: { user_id } }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
    gcTime: 0,
  });
}

/** The PDF that is signed. */
export function useDocumentFile(doc_type: DocType, { id, file }: ToSign) {
  return useQuery({
    // By its digest as well: a document that was corrected meanwhile is another file.
    queryKey: [doc_type === 'act' ? 'acts.file' : 'documents.file', { id }, file.streebog512],
    queryFn: ({ signal }) =>
      doc_type === 'act'
        ? api.call('acts.file', { params: { act_id: id } }, { signal })
        : api.call('documents.file', { params: { doc_id: id } }, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

export function useSending() {
  return useSyncExternalStore(sending.subscribe, sending.current);
}
