/** What has been typed and not sent, kept on this device; files cannot be kept. */
export interface SupportDraft {
  theme_id: string;
  text: string;
}

export const EMPTY_DRAFT: SupportDraft = { theme_id: '', text: '' };

/** `who` is the user in their company, `what` a ticket or `new`. */
export const draftKey = (who: string, what: number | 'new') => `draft.support.${who}.${what}`;

/** Null when there is none or it cannot be read. */
export function readSupportDraft(key: string): SupportDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { theme_id, text } = kept as Record<string, unknown>;
    return {
      theme_id: typeof theme_id === 'string' ? theme_id : '',
      text: typeof text === 'string' ? text : '',
    };
  } catch {
    return null;
  }
}

/** A device without room for it goes on without. */
export function keepSupportDraft(key: string, { theme_id, text }: SupportDraft): void {
  try {
    if (text.trim() === '' && theme_id === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ theme_id, text }));
  } catch {
    // Nothing is lost while the page stays open.
  }
}
