import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';

/** The application that holds until it is withdrawn: there is one customer at a time. */
export const heldDeduction = ({ deductions }: Pick<StandingView, 'deductions'>) =>
  deductions.find(({ valid_until }) => valid_until === null);
