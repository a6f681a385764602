import type { ChequeReport } from '@kelisim/shared/features/taxes/judge-cheque.ts';
import type { ChequeIds } from '@kelisim/shared/features/taxes/read-cheque-link.ts';

/** The public pages on which anybody can read a cheque of a self-employed person by the two numbers of its code. */
export interface Cheques {
  name: string;
  /** Null: the issuer knows no such cheque. Throws if there is no answer, or one that is not understood. */
  findCheque(ids: ChequeIds): Promise<ChequeReport | null>;
}
