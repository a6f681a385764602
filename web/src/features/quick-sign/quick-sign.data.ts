import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { hasDigests } from '../../platform/file-digest.ts';
import { useAsked } from '../../platform/use-asked.ts';

export type QuickSign = Answer<'quick_sign.get'>;
export type AfterSigning = Answer<'quick_sign.after'>;

/** The PDF, and whether it is the one whose digests would be signed, counted on this device. */
export interface ReadFile {
  file: File;
  same: boolean;
}

/** `pending`: the signature is kept, but НУЦ РК has not proved it yet, so the document is not signed so far. */
export interface SignedByLink {
  public_id: string;
  pending: boolean;
}

/** What a link asks for. Read once: what is on the page while somebody reads it must not change under their eyes. */
export function useQuickSign(token: string) {
  return useAsked(token, (signal) => api.call('quick_sign.get', { params: { token } }, { signal }));
}

/** The bytes behind the link; asked for when the link is known to live. */
export function useQuickSignFile(token: string, asked: QuickSign | undefined) {
  return useAsked(asked ? token : null, async (signal): Promise<ReadFile> => {
    const file = await api.call('quick_sign.file', { params: { token } }, { signal });
    return { file, same: await hasDigests(file, asked!.item.file) };
  });
}
