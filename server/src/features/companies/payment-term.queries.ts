import type { Handle } from '../../platform/db/database.ts';

/** In how many days after both signatures a company pays, by its own word. */
export async function setPaymentTerm(
  db: Handle,
  company_id: number,
  payment_term_days: number | null,
): Promise<void> {
  await db.updateTable('companies').set({ payment_term_days }).where('id', '=', company_id).execute();
}
