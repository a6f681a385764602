/** Rules of a bank's profile that a payment file can break. */
export const FILE_RULES = [
  'purpose_empty',
  'purpose_length',
  'name_empty',
  'list_individuals',
  'list_full_name',
  'list_person_twice',
  'list_knp',
  'list_transit_bank',
] as const;
export type FileRule = (typeof FILE_RULES)[number];

/** What a bank may say is wrong with a file: a rule of its profile, or something that no profile knows yet. */
export const REFUSAL_RULES = [...FILE_RULES, 'charset', 'other'] as const;
export type RefusalRule = (typeof REFUSAL_RULES)[number];
