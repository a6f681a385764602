import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';

/** What is typed into the upload form. */
export const EMPTY_UPLOAD = {
  file: [] as File[],
  title: '',
  contractor_id: '',
  type_id: '1',
  /** Of an addendum only. */
  parent_id: '',
  number: '',
  date: '',
  start_date: '',
  end_date: '',
  additional_info: '',
};

export type UploadFields = typeof EMPTY_UPLOAD;

export function isAddendum({ type_id }: Pick<UploadFields, 'type_id'>): boolean {
  return DOCUMENT_TYPES[Number(type_id) - 1] === 'addendum';
}

/** `Договор аренды_2026.pdf` → `Договор аренды 2026`: the name most people mean. */
export function titleFromFile(name: string): string {
  return name
    .replace(/\.(pdf|docx)$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200);
}
