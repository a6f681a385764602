import type { AttachmentField } from '@kelisim/shared/features/support/support.contract.ts';
import { TICKET_STATUS_IDS } from '@kelisim/shared/features/support/ticket-status.ts';
import type { TicketStatus } from '@kelisim/shared/features/support/ticket-status.ts';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { api } from '../../platform/api.ts';
import type { Input } from '../../platform/api.ts';
import { invalidate, useCall } from '../../platform/query.ts';

/** The desk has no company to hear the changes of; an open ticket is asked for this often while it is looked at. */
const DESK_MS = 4_000;
/** A company hears of changes over the live stream; this is for a browser that cannot. */
const OWN_MS = 15_000;

export type DeskSide = 'user' | 'support';

export function useOwnTickets(query: NonNullable<Input<'support.list'>['query']>) {
  return useCall('support.list', { query }, { placeholderData: keepPreviousData, refetchInterval: OWN_MS });
}

export function useDeskTickets(query: NonNullable<Input<'support.admin_list'>['query']>) {
  return useCall(
    'support.admin_list',
    { query },
    { placeholderData: keepPreviousData, refetchInterval: OWN_MS },
  );
}

export function useTicket(ticket_id: number, side: DeskSide) {
  const refetchInterval = side === 'support' ? DESK_MS : OWN_MS;
  return useCall('support.get', { params: { ticket_id } }, { refetchInterval });
}

/** Reading is what marks a ticket as read, so nothing is asked for while nobody looks at the page. */
export function useMessages(ticket_id: number, side: DeskSide) {
  const enabled = useIsLookedAt();
  const refetchInterval = side === 'support' ? DESK_MS : OWN_MS;
  return useCall('support.messages', { params: { ticket_id } }, { enabled, refetchInterval, staleTime: 0 });
}

function useIsLookedAt(): boolean {
  return useSyncExternalStore(
    (tell) => {
      document.addEventListener('visibilitychange', tell);
      return () => document.removeEventListener('visibilitychange', tell);
    },
    () => document.visibilityState === 'visible',
  );
}

type Attachments = Partial<Record<AttachmentField, File>>;
const attachmentsOf = (files: readonly File[]): Attachments =>
  Object.fromEntries(files.map((file, at) => [`attachment${at + 1}`, file]));

/** A deed that sends files; `progress` is the share that has left the device. */
function useSending<V, A>(send: (input: V, onProgress: (share: number) => void) => Promise<A>) {
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useMutation({
    mutationFn: (input: V) => send(input, setProgress),
    onSettled: () => setProgress(null),
    onSuccess: () => invalidate(['support.']),
    meta: { quiet: true },
  });
  return { ...sending, progress };
}

interface NewTicket {
  theme_id: string;
  text: string;
  files: readonly File[];
}

export function useOpenTicket() {
  return useSending(({ files, ...body }: NewTicket, onProgress) =>
    api.call('support.create', { body, files: attachmentsOf(files) }, { onProgress }),
  );
}

export function useWrite(ticket_id: number) {
  return useSending(({ text, files }: { text: string; files: readonly File[] }, onProgress) =>
    api.call(
      'support.write',
      { params: { ticket_id }, body: { text }, files: attachmentsOf(files) },
      { onProgress },
    ),
  );
}

export async function setStatus(ticket_id: number, status: TicketStatus): Promise<void> {
  const body = { status_id: String(TICKET_STATUS_IDS[status]) };
  await api.call('support.set_status', { params: { ticket_id }, body });
  await invalidate(['support.']);
}

export async function readAttachment(attachment_id: number, signal?: AbortSignal): Promise<File> {
  return await api.call('support.attachment', { params: { attachment_id } }, signal ? { signal } : {});
}
