import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import type { InvitationStatus } from '@kelisim/shared/features/invitations/invitation-status.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { invalidate, useCall, useAction } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useMe } from '../../platform/use-who.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import { followRun } from '../jobs/public.ts';

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

/** Ended without a contract: such a one can be invited again. */
export const mayRepeat = ({ status }: Invitation) =>
  status === 'declined' || status === 'expired' || status === 'cancelled';

export const DELIVERY_TONES: Record<NonNullable<Invitation['delivery']>['state'], 'bad' | 'quiet'> = {
  waiting: 'quiet',
  sending: 'quiet',
  sent: 'quiet',
  kept: 'quiet',
  failed: 'bad',
  expired: 'bad',
};

export function useInvitations(
  query: {
    page: number;
    limit: number;
    status?: InvitationStatus[] | undefined;
    search?: string | undefined;
  },
  enabled: boolean,
) {
  return useCall('invitations.list', { query }, { enabled, placeholderData: keepPreviousData });
}

export type FollowDeed = 'remind' | 'repeat' | 'cancel';
export type FollowRow = Answer<'invitations.remind_many'>['items'][number];

/** As many as one call takes. */
const AT_ONCE = 1000;

/** A deed over the invitations of phones, with what became of each. */
export async function followMany(
  deed: FollowDeed,
  all: readonly string[],
  end_date: string,
  idempotency_key: string,
): Promise<FollowRow[]> {
  const rows: FollowRow[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const phones = all.slice(from, from + AT_ONCE);
    const options = { idempotency_key: `${idempotency_key}-${from}` };
    const calls = {
      remind: () => api.call('invitations.remind_many', { body: { phones } }, options),
      repeat: () => api.call('invitations.repeat_many', { body: { phones, end_date } }, options),
      cancel: () => api.call('invitations.cancel_many', { body: { phones } }, options),
    };
    const answer = await calls[deed]();
    if (answer.state === 'done') rows.push(...answer.items);
    else rows.push(...(await waitFor(answer.run_id, answer.items)));
  }
  await invalidate([...stale, 'jobs.list']);
  return rows;
}

/** The call answers after twenty seconds at the latest; the run goes on. */
async function waitFor(run_id: number, items: readonly FollowRow[]): Promise<FollowRow[]> {
  const rows = await followRun(run_id);
  return rows.map(({ status, code, message }, at) => ({ phone: items[at]!.phone, status, code, message }));
}

/** All whom the company may remind of their invitation now. */
export async function readRemindable(): Promise<Invitation[]> {
  const found: Invitation[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { page, limit: 100, remindable: true };
    const answer = await api.call('invitations.list', { query });
    pages = answer.pages;
    found.push(...answer.items);
  }
  return found;
}

/** Puts the link of a living invitation on the clipboard. */
export async function copyLink(phone: string): Promise<void> {
  const { link } = await api.call('invitations.copy_link', { body: { phone } });
  await navigator.clipboard.writeText(link);
}

export function useTemplates() {
  return useCall('templates.list', { query: { limit: 100 } });
}

/** A choice of a contract as a field keeps it: `d12` is an uploaded one, `t5` a template. */
export function askedOf(choice: string): {
  contract_document_id?: number;
  contract_document_template_id?: number;
} {
  const id = Number(choice.slice(1));
  if (!id) return {};
  return choice.startsWith('t') ? { contract_document_template_id: id } : { contract_document_id: id };
}

export function useInvitationContracts() {
  return useCall('invitations.contracts');
}

export function useMayInvite(): boolean {
  const me = useMe();
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
  contract_number?: string;
  contract_date?: string;
}

type Contract = { choice: string } | { upload: NewContract; file: File };

/**
 * The contract, when it is a new one, and then the invitation. Their keys stay the same until something is changed, so
 * that a second press after a lost answer makes nothing twice.
 */
export function useInvite() {
  const ofUpload = useRepeatKey();
  const ofInvitation = useRepeatKey();
  return async (invitation: NewInvitation, contract: Contract): Promise<void> => {
    const file = 'file' in contract ? contract.file : undefined;
    const all = [invitation, contract, file?.name, file?.size, file?.lastModified];
    const asked =
      'choice' in contract
        ? askedOf(contract.choice)
        : pick(
            await api.call(
              'invitations.upload_contract',
              { body: contract.upload, files: { file: contract.file } },
              { idempotency_key: ofUpload(all) },
            ),
          );
    const body = { ...invitation, ...asked };
    await api.call('invitations.create', { body }, { idempotency_key: ofInvitation(all) });
    await invalidate(['invitations.', 'executors.']);
  };
}

const pick = ({ contract_document_id }: { contract_document_id: number }) => ({ contract_document_id });

const stale = ['invitations.', 'executors.', 'home.', 'documents.'];
export const useAccept = () => useAction('invitations.accept', { stale });
export const useDecline = () => useAction('invitations.decline', { stale, meta: { quiet: true } });
export const useOwnInvitations = () => useCall('invitations.own');
