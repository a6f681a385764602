/** What is withheld of an individual, in the order in which it is reckoned. */
export const OBLIGATION_KINDS = ['opv', 'vosms', 'so', 'ipn'] as const;
/** Those that go to the State Corporation with a list of people. */
export const CONTRIBUTION_KINDS = ['opv', 'vosms', 'so'] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];
export type ObligationKind = (typeof OBLIGATION_KINDS)[number];
