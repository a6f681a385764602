import { problems, type ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem, type ProblemBody, type ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import kzExecutors from '@kelisim/shared/texts/kz/invitations.ts';
import kz from '@kelisim/shared/texts/kz/problems.ts';
import kzInvitations from '@kelisim/shared/texts/kz/registration.ts';
import kzStates from '@kelisim/shared/texts/kz/states.ts';
import kzTickets from '@kelisim/shared/texts/kz/support.ts';
import kzTemplates from '@kelisim/shared/texts/kz/templates.ts';
import verification_kz from '@kelisim/shared/texts/kz/verification.ts';
import ruExecutors from '@kelisim/shared/texts/ru/invitations.ts';
import ru from '@kelisim/shared/texts/ru/problems.ts';
import ruInvitations from '@kelisim/shared/texts/ru/registration.ts';
import ruStates from '@kelisim/shared/texts/ru/states.ts';
import ruTickets from '@kelisim/shared/texts/ru/support.ts';
import ruTemplates from '@kelisim/shared/texts/ru/templates.ts';
import verification_ru from '@kelisim/shared/texts/ru/verification.ts';
import type { z } from 'zod';

const sentences = { ru, kz };

/**
 * The reasons of the signature package in words: whoever signs has nobody to ask what `key_usage_wrong` means. `qr.partly`
 * has a whole sentence for its reason already.
 */
const reasons: Record<Locale, Record<string, string>> = {
  ru: verification_ru.reason,
  kz: verification_kz.reason,
};
const WITH_REASON: readonly ProblemCode[] = [
  'signature.invalid',
  'signature.certificate',
  'signature.indeterminate',
  'proof.incomplete',
];

/** Values that are words of ours, by the name of the value; each word is named in the reader's language. */
type NamedValues = Record<Locale, Record<string, Record<string, string>>>;
const leftInText: NamedValues = { ru: ruTemplates.left, kz: kzTemplates.left };
const NAMED_VALUES: Partial<Record<ProblemCode, NamedValues>> = {
  'file.docx_changes': leftInText,
  'file.docx_comments': leftInText,
  'act.paper_letters': { ru: ruTemplates.paper, kz: kzTemplates.paper },
};

/** Of what says no wait of its own. */
const RETRY_S = 5;

/** Names of the states that `….wrong_state` tells, by the first word of its code. */
const stateNames: Record<Locale, Record<string, Record<string, string>>> = {
  ru: {
    act: ruStates.act,
    document: ruStates.document,
    executor: ruExecutors.executor,
    invitation: ruInvitations.invitation,
    ticket: ruTickets.status,
  },
  kz: {
    act: kzStates.act,
    document: kzStates.document,
    executor: kzExecutors.executor,
    invitation: kzInvitations.invitation,
    ticket: kzTickets.status,
  },
};

/** The sentence of a problem in a language, placeholders filled. `{{state}}` is given by its word and named here. */
export function problemText(code: ProblemCode, locale: Locale, detail?: ProblemDetail | null): string {
  const wait = waitWords(detail?.retry_after_s ?? RETRY_S, locale);
  const values: Record<string, string | number> = { wait, name: detail?.field ?? '…', ...detail?.values };
  if (WITH_REASON.includes(code))
    values['reason'] = reasons[locale][values['reason'] ?? ''] ?? reasons[locale]['other']!;
  for (const [name, words] of Object.entries(NAMED_VALUES[code]?.[locale] ?? {}))
    values[name] = words[values[name] ?? ''] ?? '…';
  const states = stateNames[locale][code.split('.')[0]!] ?? {};
  return sentences[locale][code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = String(values[name] ?? '…');
    return name === 'state' ? (states[value] ?? value) : value;
  });
}

/** In the form that follows «через» and precedes «кейін»; rounded up, so that it is never too early. */
function waitWords(seconds: number, locale: Locale): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, { ru: 'с', kz: 'секундтан' }]
      : seconds < 7200
        ? [Math.ceil(seconds / 60), { ru: 'мин', kz: 'минуттан' }]
        : [Math.ceil(seconds / 3600), { ru: 'ч', kz: 'сағаттан' }];
  return `${count} ${unit[locale]}`;
}

/** Status, headers and body of the answer to a problem (decisions 13). */
export function problemReply(problem: Problem, locale: Locale, request_id: string) {
  const { code, detail } = problem;
  const status = problems[code];
  const message = problemText(code, locale, detail);
  const body: ProblemBody = { ...detail.body, message, code, request_id };
  if (detail.field) body.field = detail.field;
  if (status === 503) body.data = { message };
  // Whoever is refused so is told the scheme (RFC 9110, 11.6.1).
  const headers: Record<string, string> = {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...detail.headers,
  };
  if (status === 429 || status === 503) headers['retry-after'] = String(detail.retry_after_s ?? RETRY_S);
  return { status, headers, body };
}

/** The first thing a schema found wrong, as a problem that names its field. */
export function problemOfIssue(issue: z.core.$ZodIssue): Problem {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const name = [field, issue.keys[0]].filter(Boolean).join('.');
    return new Problem('unknown_field', { field: name });
  }
  // Of whatever kind it should have been: one of a few words is missed like anything else.
  if (issue.code !== 'custom' && issue.input === undefined) {
    return new Problem('missing_field', { field });
  }
  const code = issue.message in problems ? (issue.message as ProblemCode) : 'bad_input';
  return new Problem(code, {
    field,
    ...(issue.code === 'too_big' && { values: { max: Number(issue.maximum) } }),
    ...(issue.code === 'custom' && issue.params && { values: issue.params as ProblemDetail['values'] }),
  });
}
