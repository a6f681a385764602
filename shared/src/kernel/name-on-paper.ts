import type { Locale } from './locale.ts';

/** The legal name in the language of the paper or page; the Russian one where no Kazakh one was verified. */
export function nameOnPaper(party: { name: string; name_kz: string | null }, language: Locale): string {
  return (language === 'kz' ? party.name_kz : null) ?? party.name;
}
