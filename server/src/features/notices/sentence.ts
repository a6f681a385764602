import type { CompanyDeedKind } from '@kelisim/shared/features/companies/companies.contract.ts';
import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { LimitKind } from '@kelisim/shared/features/taxes/limits.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz_messages from '@kelisim/shared/texts/kz/messages.ts';
import kz from '@kelisim/shared/texts/kz/notices.ts';
import kz_security from '@kelisim/shared/texts/kz/security.ts';
import kz_settings from '@kelisim/shared/texts/kz/settings.ts';
import ru_messages from '@kelisim/shared/texts/ru/messages.ts';
import ru from '@kelisim/shared/texts/ru/notices.ts';
import ru_security from '@kelisim/shared/texts/ru/security.ts';
import ru_settings from '@kelisim/shared/texts/ru/settings.ts';

/**
 * What a sentence is filled with. `paper` and `credential` are words of ours and become words of the reader; an empty
 * `party` is several of them.
 */
export type Words = Record<string, string>;

/** What has to be said in the reader's own language: `{{what}}` and, of several, `{{party}}`. */
export function phraseOf(kind: NoticeKind, locale: Locale, words: Words, count: number): Words {
  const { what } = { ru, kz }[locale];
  const names = { ru: ru_security, kz: kz_security }[locale].credential_names;
  if (kind === 'company_guarded') {
    const deed = { ru: ru_settings, kz: kz_settings }[locale].history[words.deed as CompanyDeedKind];
    return { what: words.of ? `${deed}: ${words.of}` : deed };
  }
  if (kind === 'credential_changed')
    return { what: names[words.credential as keyof typeof names] ?? words.credential ?? '' };
  if (kind === 'api_key_refused')
    return { what: what.key_faults[words.fault as keyof typeof what.key_faults] };
  if (kind === 'limit_near') return { what: sayLimit(locale, words, count) };
  const phrase: Words = words.party === '' ? { party: what.several } : {};
  if (words.paper === undefined) return phrase;
  const [one = what.papers, many = what.papers] =
    {
      act: [what.act, what.acts],
      document: [what.contract, what.contracts],
      reconciliation: [what.reconciliation, what.reconciliations],
      income_certificate: [what.certificate, what.certificates],
    }[words.paper] ?? [];
  const isOne = count === 1 && words.number !== undefined;
  return {
    ...phrase,
    what: fill(isOne ? one : many, { number: words.number ?? '', count: String(count) }),
  };
}

/** Of one the counter; of several that are read together how many. */
function sayLimit(locale: Locale, words: Words, count: number): string {
  const { what } = { ru, kz }[locale];
  if (count > 1) return fill(what.limits, { count: String(count) });
  const limit = what.limit[words.limit as LimitKind];
  return [words.party, fill(limit, words)].filter(Boolean).join(', ');
}

/** A notice as its reader sees it. */
export function sentenceOf(kind: NoticeKind, locale: Locale, words: Words, count: number): string {
  const { in_app } = { ru: ru_messages, kz: kz_messages }[locale][kind];
  return fill(in_app, { ...words, ...phraseOf(kind, locale, words, count) });
}
