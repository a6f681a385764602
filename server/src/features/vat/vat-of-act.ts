import { vatOfLines } from '@kelisim/shared/features/acts/act-totals.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findVat, listVatRates } from './vat.queries.ts';

/** Percent, and the tax inside all lines, each rounded by itself; both null for a seller without VAT. */
export interface ActVat {
  vat_rate: number | null;
  vat_tiyn: bigint | null;
}

/** The VAT of an act by what its executor said of the last day of its period. */
export async function vatOfAct(
  db: Handle,
  act: { contractor_company_id: number; end_date: string },
  lines: Parameters<typeof vatOfLines>[0],
): Promise<ActVat> {
  const rate = (await findVat(db, act.contractor_company_id, act.end_date))?.rate;
  if (rate === undefined) return { vat_rate: null, vat_tiyn: null };
  return { vat_rate: rate, vat_tiyn: vatOfLines(lines, rate) };
}

/** A rate that the law did not know on that day is on no paper, however long ago somebody typed it. */
export async function assertLawfulRate(db: Handle, rate: number | null, day: string): Promise<void> {
  if (rate === null) return;
  const rates = await listVatRates(db, day);
  if (!rates.includes(rate))
    throw new Problem('act.vat_rate', { values: { rate, date: formatDate(day), rates: rates.join(', ') } });
}
