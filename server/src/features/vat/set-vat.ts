import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { keepVat, listVatChanges, listVatRates, type VatChange } from './vat.queries.ts';

const SIGNED = [...BOTH_SIGNED, 'signed_by_business', 'signed_by_executor'] as const;

/**
 * From a day on, until the next change that is known. Refused for days with signed acts of another rate: those papers
 * say what they say, and an invoice must not say something else.
 */
export function setVat(
  db: Database,
  by: { company_id: number; user_id: number },
  change: VatChange,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { valid_from, vat } = change;
    const rates = await listVatRates(tx, valid_from);
    if (vat && !rates.includes(vat.rate)) {
      const values = { rates: rates.join(', ') || '–', date: formatDate(valid_from) };
      throw new Problem('field.vat_rate', { field: 'vat.rate', values });
    }
    const signed = await signedOtherwise(tx, by.company_id, change);
    if (signed.acts > 0)
      throw new Problem('esf.vat_signed', {
        field: 'valid_from',
        values: { count: signed.acts, date: formatDate(signed.last!) },
      });
    await keepVat(tx, by, change);
  });
}

/** Signed acts of the seller in the days that the change is about, with another rate than it gives. */
async function signedOtherwise(tx: Tx, company_id: number, { valid_from, vat }: VatChange) {
  const next = (await listVatChanges(tx, company_id)).findLast((one) => one.valid_from > valid_from);
  let query = tx
    .selectFrom('acts')
    .select(sql<number>`count(*)::int`.as('acts'))
    .select(sql<string | null>`max(end_date)`.as('last'))
    .where('contractor_company_id', '=', company_id)
    .where('status', 'in', [...SIGNED])
    .where('deleted_at', 'is', null)
    .where('end_date', '>=', valid_from)
    .where('vat_rate', 'is distinct from', vat?.rate ?? null);
  if (next) query = query.where('end_date', '<', next.valid_from);
  return query.executeTakeFirstOrThrow();
}
