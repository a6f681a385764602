import type { Handle } from '../../platform/db/database.ts';

/** The terms that a company tells of: in how many days it pays, in how many an act is to be signed. */
type Terms = { payment_term_days: number | null } | { signing_term_days: number | null };

export async function setTerm(db: Handle, company_id: number, term: Terms): Promise<void> {
  await db.updateTable('companies').set(term).where('id', '=', company_id).execute();
}
