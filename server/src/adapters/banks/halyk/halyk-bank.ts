import type { BankConnector } from '../banks.ts';
import { byFile } from '../by-file.ts';

/** Halyk Bank. Its «Open API» (OAuth 2.0) is told to who has an agreement, and has no public reference. */
export const halykBank = (): BankConnector => byFile('HALYK');
