import { formDraft } from '../../ui/form-draft.ts';

const nameOf = (step: string) => `sign-up.${step}`;

/** What is typed into a step, kept for the tab: a reload or a way back loses nothing. Passwords are never given to it. */
export const stepDraft = <T extends Record<string, string>>(step: string, empty: T) =>
  formDraft(nameOf(step), empty, 'sessionStorage');

export function dropDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(nameOf(''))) sessionStorage.removeItem(name);
}
