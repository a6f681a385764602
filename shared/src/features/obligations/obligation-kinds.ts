/** What is withheld of an individual, in the order in which it is reckoned, and the single payment of the self-employed. */
export const OBLIGATION_KINDS = ['opv', 'vosms', 'so', 'ipn', 'self_employed'] as const;
/** Those that go to the State Corporation with a list of people. */
export const CONTRIBUTION_KINDS = ['opv', 'vosms', 'so'] as const;
export const isContribution = (kind: ObligationKind): kind is ContributionKind =>
  CONTRIBUTION_KINDS.some((one) => one === kind);
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];
export type ObligationKind = (typeof OBLIGATION_KINDS)[number];

/** Of one kind in a month: what is due against what the company says it transferred. */
export const OBLIGATION_STATES = ['nothing', 'due', 'partly', 'overdue', 'paid'] as const;
export type ObligationState = (typeof OBLIGATION_STATES)[number];

/** Files that hold one payment order to the budget. */
export const BUDGET_ORDER_FORMATS = ['1c', 'mt100'] as const;
