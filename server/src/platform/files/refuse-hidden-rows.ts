import { Problem } from '@kelisim/shared/kernel/problem.ts';

const MOST_NAMED = 20;

/**
 * Rows that a filter hides would be taken without being seen, or left out without being missed: neither is done.
 */
export function refuseHiddenRows({ hidden_rows }: { hidden_rows: readonly number[] }): void {
  if (hidden_rows.length === 0) return;
  const named = hidden_rows.slice(0, MOST_NAMED).join(', ');
  throw new Problem('import.hidden_rows', {
    field: 'file',
    values: { rows: hidden_rows.length > MOST_NAMED ? `${named}…` : named },
  });
}
