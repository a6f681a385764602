import type { PaperType } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentRow, DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Input } from '../../platform/api.ts';
import { callKey, invalidate, queryClient, useCall } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useMe, whoIs } from '../../platform/use-who.ts';
import { readAll } from '../../ui/all-of-filter.ts';
import { openDownload } from '../../ui/save-file.ts';
import type { Viewer } from './document-look.ts';
import type { DocumentsQuery } from './documents-list-state.ts';

/** The guard of the page has read the person already, so this is there at the first render. */
export function useViewer(): Viewer & { place: string } {
  const me = useMe();
  return useMemo(
    () => ({
      side: me?.role ?? 'business',
      rights: new Set(me?.rights),
      place: whoIs(me),
    }),
    [me],
  );
}

/** The day in Almaty; a page that stays open over midnight is read again soon enough. */
export function useToday(): string {
  return useState(() => almatyDate(new Date()))[0];
}

export function useDocuments(query: DocumentsQuery) {
  return useCall('documents.list', { query }, { placeholderData: keepPreviousData });
}

/** How many wait for a signature of this side. */
export function useWaitingCount() {
  return useCall('documents.list', { query: { waiting: true, limit: 1 } }).data?.total;
}

/** Changes are told by the live stream; read again now and then for a browser that cannot hear it. */
export function useDocument(doc_id: number) {
  return useCall('documents.get', { params: { doc_id } }, { refetchInterval: 30_000 });
}

/** The bytes change only with `file_id`; a new state of the contract must not draw the same file again. */
export function useDocumentPdf(document: DocumentView | undefined) {
  return useQuery({
    queryKey: ['contract-pdf', document?.id, document?.file_id],
    queryFn: ({ signal }) => api.call('documents.file', { params: { doc_id: document!.id } }, { signal }),
    enabled: document !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useExecutorNames(enabled: boolean) {
  return useCall('executors.names', undefined, { enabled, staleTime: 60_000 });
}

async function keep(document: DocumentView): Promise<void> {
  queryClient.setQueryData(callKey('documents.get', { params: { doc_id: document.id } }), document);
  await invalidate(['documents.list', 'documents.history', 'home.']);
}

type Upload = Pick<Input<'documents.create'>, 'body' | 'files'>;

/** Sends a new contract; `progress` is the share that has left the device. */
export function useUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const keyOf = useRepeatKey();
  const upload = useMutation({
    mutationFn: (input: Upload) => {
      const file = input.files?.file as File | undefined;
      const idempotency_key = keyOf([input.body, file?.name, file?.size, file?.lastModified]);
      return api.call('documents.create', input, { onProgress: setProgress, idempotency_key });
    },
    onSettled: () => setProgress(null),
    onSuccess: keep,
    meta: { quiet: true },
  });
  return { ...upload, progress };
}

export function useReplace(doc_id: number) {
  const [progress, setProgress] = useState<number | null>(null);
  const replace = useMutation({
    mutationFn: (file: File) =>
      api.call(
        'documents.replace',
        { params: { doc_id }, body: {}, files: { file } },
        { onProgress: setProgress },
      ),
    onSettled: () => setProgress(null),
    onSuccess: keep,
    meta: { quiet: true },
  });
  return { ...replace, progress };
}

/** Says that both have signed on paper, with the scan. */
export function useSignByHand(doc_id: number) {
  const [progress, setProgress] = useState<number | null>(null);
  const mark = useMutation({
    mutationFn: (file: File) =>
      api.call(
        'documents.sign_by_hand',
        { body: { document_id: String(doc_id) }, files: { file } },
        { onProgress: setProgress },
      ),
    onSettled: () => setProgress(null),
    onSuccess: keep,
    meta: { quiet: true },
  });
  return { ...mark, progress };
}

export function useDocumentHistory(document: DocumentView) {
  return useCall('documents.history', { params: { doc_id: document.id } });
}

/** Contracts with an executor that an addendum may belong to. */
export function useParents(contractor_company_id: number | null) {
  const query = { contractor_company_id: contractor_company_id ?? 0, limit: 100, sort_by: 'title' } as const;
  return useCall(
    'documents.list',
    { query: { ...query, sort_order: 'asc' } },
    { enabled: contractor_company_id !== null },
  );
}

/** Every contract of a filter, as far as one bulk call goes. */
export function readAllDocuments(query: DocumentsQuery): Promise<DocumentRow[]> {
  return readAll((at) => api.call('documents.list', { query: { ...query, ...at } }));
}

/** One archive of many: the browser fetches it by a link that opens once, so nothing of it lies in the page. */
export async function downloadMany(document_ids: number[]): Promise<void> {
  const { url } = await api.call('documents.download_ticket', { body: { document_ids } });
  openDownload(url);
}

/** The deeds of the page; the dialogs that ask for them show their errors. */
export function documentDeeds(doc_id: number, type: PaperType) {
  const params = { doc_id };
  return {
    send: async () => keep(await api.call('documents.send', { params })),
    refuse: async (reason: string) => {
      if (type !== 'income_certificate')
        return keep(await api.call('documents.refuse', { params, body: { reason } }));
      await api.call('income.refuse', { params, body: { reason } });
      return invalidate(['documents.', 'home.']);
    },
    terminate: async (reason: string) =>
      keep(await api.call('documents.terminate', { params, body: { reason } })),
    confirmHand: async () => keep(await api.call('documents.confirm_hand', { params })),
    disputeHand: async (reason: string) =>
      keep(await api.call('documents.dispute_hand', { params, body: { reason } })),
    remove: async () => {
      await api.call('documents.delete', { params });
      await invalidate(['documents.list', 'home.']);
    },
    restore: async () => {
      await api.call('documents.restore', { params });
      await invalidate(['documents.', 'home.']);
    },
  };
}
