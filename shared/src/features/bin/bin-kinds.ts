import type { EmployeeRight } from '../../kernel/rights.ts';

/** What lies in the bin once it was deleted. */
export const BIN_KINDS = ['act', 'contract', 'template'] as const;
export type BinKind = (typeof BIN_KINDS)[number];

/** The right with which it is deleted and restored. */
export const RIGHT_OF_BIN = {
  act: 'manage_acts',
  contract: 'manage_contracts',
  template: 'manage_contracts',
} as const satisfies Record<BinKind, EmployeeRight>;
