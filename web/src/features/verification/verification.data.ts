import { api } from '../../platform/api.ts';
import { sha256Of } from '../../platform/file-digest.ts';
import { useAsked } from '../../platform/use-asked.ts';

/** The document behind a printed id. Each opening asks again: «checked now» must be true. */
export function useVerifiedDocument(public_id: string) {
  return useAsked(public_id, (signal) =>
    api.call('verification.document', { params: { public_id } }, { signal }),
  );
}

const keyOf = (file: File | null) => file && `${file.name} ${file.size} ${file.lastModified}`;

/** One signature file over one document, checked by the server and kept by nobody. */
export function useCmsCheck(cms: File, document: File | null) {
  return useAsked(`${keyOf(cms)} ${keyOf(document)}`, (signal) =>
    api.call(
      'verification.files',
      { body: {}, files: { cms, ...(document ? { file: document } : {}) } },
      { signal },
    ),
  );
}

/** An electronic document card, checked by the server and kept by nobody. */
export function useCardCheck(card: File) {
  return useAsked(keyOf(card), (signal) =>
    api.call('verification.files', { body: {}, files: { file: card } }, { signal }),
  );
}

/** What kind of PDF somebody holds. The reader of PDF is large and comes only now. */
export function useLookInside(document: File | null) {
  return useAsked(keyOf(document), async () =>
    document ? await (await import('./look-inside.ts')).lookInside(document) : null,
  );
}

/** SHA-256 of a file in hand, counted on this device; null where the browser cannot. */
export function useDigest(file: File) {
  return useAsked(keyOf(file), () => sha256Of(file));
}
