/** What has been typed into an invitation; the file itself cannot be kept. */
export interface InviteFields {
  name: string;
  phone: string;
  end_date: string;
  contract_id: string;
  /** `yes`: a new contract instead of one that lies there. */
  upload: string;
  title: string;
  type_id: string;
  number: string;
  date: string;
  start_date: string;
  contract_end: string;
}

export type InviteField = keyof InviteFields | 'file';
export type InviteFault = 'required' | 'phone_wrong' | 'choose_contract' | 'file_required' | 'dates';

/** Of one person in one company: a tab outlives both. */
const placeOf = (who: string) => `invite.${who}`;

export function readInvite(who: string, end_date: string): InviteFields {
  const empty = {
    name: '',
    phone: '',
    end_date,
    contract_id: '',
    upload: '',
    title: '',
    type_id: '1',
    number: '',
    date: '',
    start_date: '',
    contract_end: '',
  };
  try {
    return {
      ...empty,
      ...(JSON.parse(sessionStorage.getItem(placeOf(who)) ?? '{}') as Partial<InviteFields>),
    };
  } catch {
    return empty;
  }
}

export function keepInvite(who: string, fields: InviteFields | null): void {
  if (fields) sessionStorage.setItem(placeOf(who), JSON.stringify(fields));
  else sessionStorage.removeItem(placeOf(who));
}

/** In the order of the form, so that the first one is the one to be mended first. */
export function inviteFaults(
  fields: InviteFields,
  { uploads, has_file, isPhone }: { uploads: boolean; has_file: boolean; isPhone: (text: string) => boolean },
): Partial<Record<InviteField, InviteFault>> {
  const faults: Partial<Record<InviteField, InviteFault>> = {};
  if (!fields.name.trim()) faults.name = 'required';
  if (!isPhone(fields.phone)) faults.phone = fields.phone ? 'phone_wrong' : 'required';
  if (!fields.end_date) faults.end_date = 'required';
  if (!uploads) {
    if (!fields.contract_id) faults.contract_id = 'choose_contract';
    return faults;
  }
  if (!has_file) faults.file = 'file_required';
  for (const field of ['title', 'start_date', 'contract_end'] as const)
    if (!fields[field].trim()) faults[field] = 'required';
  if (fields.start_date && fields.contract_end && fields.contract_end < fields.start_date)
    faults.contract_end = 'dates';
  return faults;
}
