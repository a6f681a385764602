import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';

/** What has been typed into the upload form; the file itself cannot be kept. */
export interface UploadFields {
  title: string;
  contractor_id: string;
  type_id: string;
  /** Of an addendum only. */
  parent_id: string;
  number: string;
  date: string;
  start_date: string;
  end_date: string;
  additional_info: string;
}

export type UploadField = keyof UploadFields | 'file';
export type UploadFault = 'required' | 'file_required' | 'dates';

export const EMPTY_UPLOAD: UploadFields = {
  title: '',
  contractor_id: '',
  type_id: '1',
  parent_id: '',
  number: '',
  date: '',
  start_date: '',
  end_date: '',
  additional_info: '',
};

/** In the order of the form, so that the first one is the one to be mended first. */
export const UPLOAD_ORDER: readonly UploadField[] = [
  'file',
  'title',
  'contractor_id',
  'type_id',
  'parent_id',
  'number',
  'date',
  'start_date',
  'end_date',
  'additional_info',
];

export function uploadFaults(
  fields: UploadFields,
  has_file: boolean,
): Partial<Record<UploadField, UploadFault>> {
  const faults: Partial<Record<UploadField, UploadFault>> = {};
  if (!has_file) faults.file = 'file_required';
  for (const field of ['title', 'contractor_id', 'type_id', 'start_date', 'end_date'] as const)
    if (fields[field].trim() === '') faults[field] = 'required';
  if (isAddendum(fields) && fields.parent_id === '') faults.parent_id = 'required';
  if (fields.start_date && fields.end_date && fields.end_date < fields.start_date) faults.end_date = 'dates';
  return faults;
}

export function isAddendum({ type_id }: Pick<UploadFields, 'type_id'>): boolean {
  return DOCUMENT_TYPES[Number(type_id) - 1] === 'addendum';
}

const keyOf = (place: string) => `draft.contract.${place}`;

/** The draft of this person in this company; null when there is none or it cannot be read. */
export function readUploadDraft(place: string): UploadFields | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const known = Object.entries(kept).filter(
      ([key, value]) => key in EMPTY_UPLOAD && typeof value === 'string',
    );
    return { ...EMPTY_UPLOAD, ...(Object.fromEntries(known) as Partial<UploadFields>) };
  } catch {
    return null;
  }
}

export function keepUploadDraft(place: string, fields: UploadFields | null): void {
  const empty =
    fields === null ||
    Object.entries(fields).every(([key, value]) => value === EMPTY_UPLOAD[key as keyof UploadFields]);
  if (empty) localStorage.removeItem(keyOf(place));
  else localStorage.setItem(keyOf(place), JSON.stringify(fields));
}

/** `Договор аренды_2026.pdf` → `Договор аренды 2026`: the name most people mean. */
export function titleFromFile(name: string): string {
  return name
    .replace(/\.(pdf|docx)$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200);
}
