import type { PaperWord } from './paper-events.queries.ts';

/** The page with several papers, behind `/lk/{side}/`. */
export const LISTS: Record<PaperWord, string> = {
  act: 'acts',
  document: 'contracts',
  reconciliation: 'reconciliation/acts',
  income_certificate: 'income',
};
