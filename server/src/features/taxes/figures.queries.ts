import type { DatedFigure } from '@kelisim/shared/features/taxes/tax-figures.ts';
import type { Handle } from '../../platform/db/database.ts';

/** As they hold: of the rows of a figure that begin on the same day the last word. */
export async function listFigures(db: Handle): Promise<DatedFigure[]> {
  const rows = await db
    .selectFrom('tax_figures')
    .select(['figure', 'valid_from', 'valid_until', 'value'])
    .distinctOn(['figure', 'valid_from'])
    .orderBy('figure')
    .orderBy('valid_from')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, value: row.value === null ? null : Number(row.value) }));
}
