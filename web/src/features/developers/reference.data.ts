import { loadTexts } from '../../platform/i18n.ts';
import { useAsked } from '../../platform/use-asked.ts';
import { fileAt } from './developers.data.ts';
import type { GuideLanguage } from './guides.ts';
import { sayIn, type OpenApi } from './read-reference.ts';

export const REFERENCE = '/developers/openapi.json';

/** Not among the texts of screens: a line for each there weighs on every page, and only this one shows them. */
const words = {
  ru: () => import('@kelisim/shared/texts/ru/reference.ts'),
  kz: () => import('@kelisim/shared/texts/kz/reference.ts'),
};

/** The document of the calls that a key may make, and what is said of them; the document itself is in English. */
export function useReference(language: GuideLanguage) {
  return useAsked(`reference/${language}`, async (signal) => {
    const [file, said] = await Promise.all([
      fileAt(REFERENCE, signal),
      language === 'en' ? null : words[language](),
      loadTexts(['webhooks', 'api-keys']),
    ]);
    const document = (await file.json()) as OpenApi;
    return said ? sayIn(document, said.default) : { document, groups: {} };
  });
}
