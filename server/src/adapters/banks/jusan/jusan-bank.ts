import type { BankConnector } from '../banks.ts';
import { byFile } from '../by-file.ts';

/** Alatau City Bank, Jusan until 16.06.2025. Nothing of an API of it is public. */
export const jusanBank = (): BankConnector => byFile('JUSAN');
