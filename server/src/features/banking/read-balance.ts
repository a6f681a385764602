import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { AccountBalance } from '../../adapters/banks/banks.ts';
import type { Parts } from '../../parts.ts';
import { listRequisiteRows } from './requisites.queries.ts';

/** What the connected bank says lies on the accounts of a company; null where none can be asked. */
export async function readBalance(
  { db, bank, log }: Pick<Parts, 'db' | 'bank' | 'log'>,
  company_id: number,
  locale: Locale,
): Promise<AccountBalance[] | null> {
  if (!bank?.balances) return null;
  const accounts = await listRequisiteRows(db, company_id, locale);
  if (accounts.length === 0) return [];
  try {
    return await bank.balances(accounts.map((account) => account.iban));
  } catch (error) {
    log.warn({ event: 'bank.balance_failed', bank: bank.name, error: (error as Error).name });
    throw new Problem('unavailable', { retry_after_s: 30 });
  }
}
