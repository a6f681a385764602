import type { TypedInvite } from './read-pasted.ts';

/** What has been typed into a list of invitations; it outlives a reload of the page. */
export interface ManyDraft {
  contract: string;
  /** Of the paper, with the place of the counter; both may stay empty. */
  number: string;
  date: string;
  end_date: string;
  start_date: string;
  contract_end: string;
  pasted: string;
  rows: TypedInvite[];
}

/** Of one person in one company: a tab outlives both. */
const placeOf = (who: string) => `invite-many.${who}`;

export function readMany(who: string, empty: ManyDraft): ManyDraft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(placeOf(who)) ?? '{}') as Partial<ManyDraft>) };
  } catch {
    return empty;
  }
}

export function keepMany(who: string, draft: ManyDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(placeOf(who), JSON.stringify(draft));
    else sessionStorage.removeItem(placeOf(who));
  } catch {
    // The store of the browser is full or closed: the page goes on without it.
  }
}
