/** What is withheld of an individual, in the order in which it is reckoned. */
export const OBLIGATION_KINDS = ['opv', 'vosms', 'so', 'ipn'] as const;
export type ObligationKind = (typeof OBLIGATION_KINDS)[number];
