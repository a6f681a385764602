import type { TaxedPerson } from './reckon-individual.ts';
import type { TaxChoiceOf } from './tax-decisions.ts';

/** How somebody works for others, as the law sees it on a day. */
export const STANDINGS = ['individual', 'self_employed', 'ip', 'too'] as const;
export type Standing = (typeof STANDINGS)[number];

/** As what a customer withholds of somebody; null: the gross sum is paid. */
export function withheldAs(
  standing: Standing,
  platform_role: TaxChoiceOf<'platform_role'>,
): 'individual' | 'self_employed' | null {
  if (standing === 'individual') return standing;
  return standing === 'self_employed' && platform_role !== 'none' ? standing : null;
}

/** Of sole traders and legal entities. `farmer` is of sole traders and farms alone. */
export const TAX_REGIMES = ['general', 'simplified', 'farmer'] as const;
export type TaxRegime = (typeof TAX_REGIMES)[number];

/** Whether a customer of the general regime lessens their own income by what the supplier is paid. */
export const COSTS = ['deducted', 'not_deducted', 'unknown'] as const;
export type Costs = (typeof COSTS)[number];

/**
 * Null of people, whose regime does not matter. What is paid on a simplified declaration is not deducted (facts on taxes,
 * 3.2); of farms the facts say nothing, so it is not guessed.
 */
export function costsOf(standing: Standing | null, regime: TaxRegime | null): Costs | null {
  if (standing !== 'ip' && standing !== 'too') return null;
  if (regime === 'general') return 'deducted';
  return regime === 'simplified' ? 'not_deducted' : 'unknown';
}

export const PENSIONS = ['age', 'service'] as const;
/** `1_2_for_ever` has no term; the others hold while the certificate does. */
export const DISABILITIES = ['1_2_for_ever', '1_2', '3'] as const;
export const CITIZENSHIPS = ['kz', 'eaeu', 'other'] as const;

/** What an individual has told, as it holds on a day. */
export interface PersonFlags {
  pension: (typeof PENSIONS)[number] | null;
  disability: (typeof DISABILITIES)[number] | null;
  /** Last day of the certificate; null where it has no term. */
  disability_until: string | null;
  /** Disabled permanently, and asked in writing to pay ОПВ all the same. */
  asks_for_opv: boolean;
  is_student: boolean;
  has_many_children: boolean;
  citizenship: (typeof CITIZENSHIPS)[number];
  has_residence_permit: boolean;
  is_tax_resident: boolean;
}

/** A resident citizen with nothing that lessens or lifts a part. */
export const PLAIN_PERSON: PersonFlags = {
  pension: null,
  disability: null,
  disability_until: null,
  asks_for_opv: false,
  is_student: false,
  has_many_children: false,
  citizenship: 'kz',
  has_residence_permit: false,
  is_tax_resident: true,
};

/**
 * What the flags of a person come to on a day (`YYYY-MM-DD`), but for the base deduction, which is asked of each customer.
 * Source: the table of persons in the facts on taxes, 1.9; where an adviser decides the cautious way is taken.
 */
export function taxedPersonOn(flags: PersonFlags, day: string): TaxedPerson {
  const is_disabled =
    flags.disability !== null && (flags.disability_until === null || day <= flags.disability_until);
  const disability = is_disabled ? flags.disability : null;
  const is_pensioner = flags.pension !== null;
  const is_foreigner = flags.citizenship === 'other' && !flags.has_residence_permit;
  return {
    nonresident: !flags.is_tax_resident,
    no_opv: is_pensioner || (disability === '1_2_for_ever' && !flags.asks_for_opv) || is_foreigner,
    no_vosms:
      is_pensioner || disability !== null || flags.is_student || flags.has_many_children || is_foreigner,
    no_so: flags.pension === 'age' || is_foreigner,
    disability: disability === null ? null : disability === '3' ? '3' : '1_2',
  };
}
