import type { TypedInvite } from './read-pasted.ts';

/** What has been typed into a list of invitations; it outlives a reload of the page. */
export interface ManyDraft {
  contract: string;
  end_date: string;
  start_date: string;
  contract_end: string;
  pasted: string;
  rows: TypedInvite[];
}

const PLACE = 'invite-many';

export function readMany(empty: ManyDraft): ManyDraft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(PLACE) ?? '{}') as Partial<ManyDraft>) };
  } catch {
    return empty;
  }
}

export function keepMany(draft: ManyDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(PLACE, JSON.stringify(draft));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // The store of the browser is full or closed: the page goes on without it.
  }
}
