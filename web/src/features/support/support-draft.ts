import { formDraft } from '../../ui/form-draft.ts';

export const EMPTY_DRAFT = { theme_id: '', text: '' };

/** `who` is the user in their company, `what` a ticket or `new`. */
export const supportDraft = (who: string, what: number | 'new') =>
  formDraft(`draft.support.${who}.${what}`, EMPTY_DRAFT);
