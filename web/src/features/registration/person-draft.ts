import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';

/** What an executor says of themselves on two screens, sent as one step. */
export type PersonDraft = Record<'type' | 'bin' | 'name' | 'ceo' | 'address', string>;

export const EMPTY_PERSON: PersonDraft = { type: 'individual', bin: '', name: '', ceo: '', address: '' };

/** Enough is said to ask for the address. */
export function isWhole({ type, bin, name, ceo }: PersonDraft): boolean {
  return isIin(bin) && ceo.trim() !== '' && (type !== 'ip' || name.trim() !== '');
}
