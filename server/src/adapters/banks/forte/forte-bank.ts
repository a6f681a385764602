import type { BankConnector } from '../banks.ts';
import { byFile } from '../by-file.ts';

/** ForteBank. What is public of it (docs.fortebank.com) takes cards, and pays nobody from a business account. */
export const forteBank = (): BankConnector => byFile('FORTE');
