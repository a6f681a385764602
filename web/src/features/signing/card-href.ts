import type { DocType } from './sending.ts';

/** Where the page of a document is, for this person. */
export function cardHref(
  role: 'business' | 'executor' | null | undefined,
  doc_type: DocType,
  id: number,
): string {
  return `/lk/${role ?? 'business'}/${doc_type === 'act' ? 'acts' : 'contracts'}/${id}`;
}
