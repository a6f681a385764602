import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { encodeWindows1251 } from '../../../../platform/text-encoding.ts';
import type { BankProfile, ContributionList, Contributor, WrittenFile } from '../../bank-files.ts';
import { fullNameOf } from '../check-batch.ts';
import { birthOf, comma, message, payeeOf, payerOf, plain, shortDay } from './write-mt.ts';

/** What the State Corporation's programs take of a name. */
const LONGEST_NAME = 60;

/**
 * A list of people to the State Corporation (facts/taxes.md 1.11): an MT102 whose payee is the account of one kind of
 * contribution. The month stands with each person, and nobody has an account in it.
 */
export function writeContributions(list: ContributionList, profile: BankProfile): WrittenFile {
  const { number, date, payee } = list;
  const period = `${list.month.slice(5)}${list.month.slice(0, 4)}`;
  const people = list.people.filter(({ amount_tiyn }) => amount_tiyn !== 0n);
  const total_tiyn = people.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n);
  const name = (text: string) => plain(text).slice(0, LONGEST_NAME).trim();
  const lines = [
    `{1:F01${profile.mt_sender}}`,
    '{2:I102SGROSS00000000000000000000000000U}',
    '{4:',
    `:20:${String(number).padStart(9, '0')}`,
    ...payerOf({
      payer: { ...list.payer, name: name(list.payer.name) },
      chief: plain(list.chief),
      bookkeeper: list.bookkeeper && plain(list.bookkeeper),
    }),
    `:57B:${payee.bic}`,
    ...payeeOf({ ...payee, name: name(payee.name) }),
    `:70:/OPV/${list.letter}`,
    `/NUM/${number}`,
    `/DATE/${shortDay(date)}`,
    '/SEND/07',
    '/VO/01',
    `/KNP/${list.knp}`,
    '/PSO/01',
    '/PRT/05',
    `/ASSIGN/${plain(list.purpose)}`,
    ...people.flatMap((person, index) => [
      `:21:${index + 1}`,
      `:32B:KZT${comma(person.amount_tiyn)}`,
      ...personOf(person, period),
    ]),
    `:32A:${shortDay(date)}KZT${comma(total_tiyn)}`,
  ];
  return encodeWindows1251(message(profile, lines));
}

/** The birth date stands in the ИИН, so that an ИИН which is none lacks both. */
export function lackOf({ name, iin }: Pick<Contributor, 'name' | 'iin'>): 'iin' | 'name' | null {
  if (!isIin(iin)) return 'iin';
  return fullNameOf(name) ? null : 'name';
}

function personOf({ name, iin }: Contributor, period: string): string[] {
  const { family, given, rest } = fullNameOf(name) ?? { family: name, given: '', rest: '' };
  return [
    `:70:/FM/${plain(family)}`,
    `/NM/${plain(given)}`,
    ...(rest ? [`/FT/${plain(rest)}`] : []),
    ...birthOf(iin).map((day) => `/DT/${day}`),
    `/IDN/${iin}`,
    `/PERIOD/${period}`,
  ];
}
