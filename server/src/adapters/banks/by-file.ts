import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { BankConnector } from './banks.ts';

/** A bank without a public API of business accounts: what it gave is kept, and it is paid by file (facts/domain.md 5). */
export function byFile(kind: BankKind): BankConnector {
  return {
    kind,
    is_open: false,
    abilities: () => ({ pays: false, tells_balances: false, tells_statements: false }),
    assertUsable: () => undefined,
    check: async () => ({ outcome: 'by_file' }),
    open: () => null,
    balances: async () => [],
  };
}
