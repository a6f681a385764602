/** What a month leaves unfinished, in the order to solve it. */
export const BLOCKER_KINDS = ['operations', 'orders', 'unpaid', 'invoices', 'reconciliations'] as const;
