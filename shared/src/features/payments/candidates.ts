/** What an operation of a statement may be. */
export const CANDIDATE_KINDS = [
  'order',
  'orders',
  'list',
  'advance',
  'return',
  'commission',
  'own_transfer',
  'obligation',
  'contribution_return',
] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** Why it is proposed, the strongest first. */
export const CANDIDATE_REASONS = [
  'sum',
  'part',
  'remainder',
  'number',
  'act',
  'account',
  'bin',
  'name',
  'day',
  'words',
  'own_account',
  'knp',
  'month',
  'iin',
  'told',
] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];
