import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Database } from '../../platform/db/database.ts';
import { keepVat, listVatRates, type VatChange, signedOtherwise } from './vat.queries.ts';

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
