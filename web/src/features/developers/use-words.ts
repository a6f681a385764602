import type ru from '@kelisim/shared/texts/ru/developers.ts';
import type { TextKey } from '@kelisim/shared/texts/texts.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useRoute } from '../../platform/route.ts';
import { translate } from '../../platform/translate.ts';
import { searchText } from '../../platform/url-state.ts';
import { ENGLISH } from './english.ts';

/** The words of these pages: of the language of the product, or with `?in=en` in English. */
export function useWords() {
  const own = useTexts('developers');
  const { search } = useRoute();
  const is_english = searchText(search, 'in') === 'en';
  const t = (key: TextKey<typeof ru>) => (is_english ? (translate(ENGLISH, 'ru', key, {}) ?? key) : own(key));
  return { t, own, is_english, lang: is_english ? 'en' : undefined, query: is_english ? '?in=en' : '' };
}
