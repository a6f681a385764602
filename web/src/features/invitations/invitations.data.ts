import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import type { InvitationStatus } from '@kelisim/shared/features/invitations/invitation-status.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { newIdempotencyKey } from '../../platform/http.ts';
import { makeStale, useCall, useDeed } from '../../platform/query.ts';
import type { Tone } from '../../ui/status-dot.tsx';

export type { Invitation };

export const INVITATION_TONES: Record<InvitationStatus, Tone> = {
  sent: 'accent',
  opened: 'attention',
  accepted: 'good',
  declined: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
};

/** Only such a one can be reminded or withdrawn. */
export const isLive = ({ status }: Invitation) => status === 'sent' || status === 'opened';

export function useInvitations(query: { page: number; limit: number }, enabled: boolean) {
  return useCall('invitations.list', { query }, { enabled, placeholderData: keepPreviousData });
}

export function useExecutors(enabled: boolean) {
  return useCall('executors.names', undefined, { enabled });
}

export function useInvitationContracts() {
  return useCall('invitations.contracts');
}

export function useMayInvite(): boolean {
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  return me?.role_id === 1 || (me?.rights.includes('manage_executors') ?? false);
}

export interface NewContract {
  title: string;
  type_id: string;
  start_date: string;
  end_date: string;
}

export interface NewInvitation {
  name: string;
  phone: string;
  end_date: string;
}

type Contract = { id: number } | { upload: NewContract; file: File };

/**
 * The contract, when it is a new one, and then the invitation. Their keys stay the same until it has worked, so that a
 * second press after a lost answer makes nothing twice.
 */
export function useInvite() {
  const [busy, setBusy] = useState(false);
  const [keys, setKeys] = useState(() => [newIdempotencyKey(), newIdempotencyKey()] as const);
  const invite = async (invitation: NewInvitation, contract: Contract): Promise<Invitation> => {
    setBusy(true);
    try {
      const contract_document_id =
        'id' in contract
          ? contract.id
          : (
              await api.call(
                'invitations.upload_contract',
                { body: contract.upload, files: { file: contract.file } },
                { idempotency_key: keys[0] },
              )
            ).contract_document_id;
      const made = await api.call(
        'invitations.create',
        { body: { ...invitation, contract_document_id } },
        { idempotency_key: keys[1] },
      );
      await makeStale(['invitations.', 'executors.']);
      return made;
    } finally {
      setBusy(false);
    }
  };
  /** What is typed has changed: it is another deed. */
  const renew = () => setKeys([newIdempotencyKey(), newIdempotencyKey()]);
  return { busy, invite, renew };
}

const stale = ['invitations.', 'executors.', 'home.', 'documents.'];
export const useRemind = () => useDeed('invitations.remind', { stale });
export const useCancel = () => useDeed('invitations.cancel', { stale, meta: { quiet: true } });
export const useAccept = () => useDeed('invitations.accept', { stale });
export const useDecline = () => useDeed('invitations.decline', { stale, meta: { quiet: true } });
export const useOwnInvitations = () => useCall('invitations.own');
