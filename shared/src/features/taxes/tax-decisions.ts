import { DEDUCTION_CARRIES } from './reckon-individual.ts';

/** Who is the operator of an internet platform for the self-employed (Social Code, art. 102). */
export const PLATFORM_ROLES = ['none', 'kelisim_is_operator', 'customer_is_operator'] as const;

/** What was decided is written down in words. */
const NOTED = ['cautious', 'other'] as const;

const note = (decided_by: 'lawyer' | 'adviser' | 'bank') =>
  ({ choices: NOTED, decided_by, is_note_only: true }) as const;

/**
 * What the law leaves open and a professional decides, the weightiest first. The first choice of each is the cautious one,
 * which holds until somebody decides. What is `is_note_only` is remembered and changes nothing that is reckoned.
 */
export const TAX_DECISIONS = {
  platform_role: {
    choices: PLATFORM_ROLES,
    decided_by: 'lawyer',
    is_note_only: false,
  },
  deduction_carry: {
    choices: DEDUCTION_CARRIES,
    decided_by: 'adviser',
    is_note_only: false,
  },
  operator_registration: note('lawyer'),
  operator_payment: note('bank'),
  self_employed_base: note('adviser'),
  self_employed_above_limit: note('adviser'),
  self_employed_activities: note('lawyer'),
  several_payers: note('adviser'),
  progression: note('adviser'),
  rounding: note('adviser'),
  pensioners: note('adviser'),
  students_and_mothers: note('adviser'),
  eaeu_nonresidents: note('adviser'),
  nonresidents: note('adviser'),
  work_abroad: note('lawyer'),
  single_payment: note('adviser'),
  invoices_without_vat: note('adviser'),
  purpose_code: note('bank'),
} as const;

export type TaxQuestion = keyof typeof TAX_DECISIONS;
export type TaxChoiceOf<Q extends TaxQuestion> = (typeof TAX_DECISIONS)[Q]['choices'][number];
export type TaxChoice = TaxChoiceOf<TaxQuestion>;
/** What a choice is called in the texts; any `other` is called the same. */
export type TaxWord = {
  [Q in TaxQuestion]: `${Q}.${Exclude<TaxChoiceOf<Q>, 'other'>}`;
}[TaxQuestion];

export const TAX_QUESTIONS = Object.keys(TAX_DECISIONS) as [TaxQuestion, ...TaxQuestion[]];
/** What a company may decide for itself. */
export const COMPANY_QUESTIONS = ['platform_role', 'deduction_carry'] as const;
export const TAX_CHOICES = [...PLATFORM_ROLES, 'year', ...NOTED] as const;

/** What holds for somebody on a day. */
export type TaxDecisions = { readonly [Q in TaxQuestion]: TaxChoiceOf<Q> };

export const choicesOf = (question: TaxQuestion): readonly TaxChoice[] => TAX_DECISIONS[question].choices;
export const cautiousOf = (question: TaxQuestion): TaxChoice => TAX_DECISIONS[question].choices[0];
/** Null of what the one who decides has put into words. */
export const wordOf = (question: TaxQuestion, choice: TaxChoice): TaxWord | null =>
  choice === 'other' ? null : (`${question}.${choice}` as TaxWord);
