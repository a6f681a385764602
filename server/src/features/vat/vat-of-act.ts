import { vatOfLines } from '@kelisim/shared/features/acts/act-totals.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listVatRates } from './vat.queries.ts';

/** Percent, and the tax inside all lines, each rounded by itself; both null for a seller without VAT. */
interface ActVat {
  vat_rate: number | null;
  vat_tiyn: bigint | null;
}

/** The VAT of an act by the rate of its executor on the last day of its period (`vatRateOn`). */
export function vatOfAct(vat_rate: number | null, lines: Parameters<typeof vatOfLines>[0]): ActVat {
  return { vat_rate, vat_tiyn: vat_rate === null ? null : vatOfLines(lines, vat_rate) };
}

/** A rate that the law did not know on that day is on no paper, however long ago somebody typed it. */
export async function assertLawfulRate(db: Handle, rate: number | null, day: string): Promise<void> {
  if (rate === null) return;
  const rates = await listVatRates(db, day);
  if (!rates.includes(rate))
    throw new Problem('act.vat_rate', { values: { rate, date: formatDate(day), rates: rates.join(', ') } });
}
