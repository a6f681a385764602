/** `kz` is the product's word; Intl, HTML and PDF take the tag `kk-KZ` (decisions 14). The one place that maps. */
export const LOCALES = ['ru', 'kz'] as const;
export type Locale = (typeof LOCALES)[number];

export function languageTag(locale: Locale): 'ru-KZ' | 'kk-KZ' {
  return locale === 'kz' ? 'kk-KZ' : 'ru-KZ';
}

/** Reads what a browser or a cookie says; `kk` and `kz` mean Kazakh, everything unknown is Russian. */
export function toLocale(text: string | null | undefined): Locale {
  return /^\s*(kz|kk)\b/i.test(text ?? '') ? 'kz' : 'ru';
}
