import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { AccountBalance } from '../../adapters/banks/banks.ts';
import { askBalances } from '../integrations/public.ts';
import type { Parts } from '../../parts.ts';
import { listRequisiteRows } from './requisites.queries.ts';

/** What the connected bank says lies on the accounts of a company; null where none can be asked. */
export async function readBalance(
  parts: Pick<Parts, 'db' | 'bank' | 'log' | 'config' | 'bank_connectors'>,
  company_id: number,
  locale: Locale,
): Promise<AccountBalance[] | null> {
  const { db, bank, log } = parts;
  const accounts = await listRequisiteRows(db, company_id, locale);
  const ibans = accounts.map((account) => account.iban);
  try {
    const told = await askBalances(parts, company_id, ibans);
    if (told || !bank?.balances) return told;
    return ibans.length === 0 ? [] : await bank.balances(ibans);
  } catch (error) {
    log.warn({ event: 'bank.balance_failed', error: (error as Error).name });
    throw new Problem('unavailable', { retry_after_s: 30 });
  }
}
