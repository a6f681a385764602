import { esfTable, type EsfAction, type EsfSide } from '@kelisim/shared/features/esf/esf-status.ts';
import type { UpdateObject } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { setEsf, type EsfRow } from './esf.queries.ts';

/**
 * The only place where the state of an electronic paper changes after it is made. The caller holds its lock. False when
 * the move may not happen from here. What becomes of a corrected invoice decides about the one it corrects.
 */
export async function moveEsf(
  tx: Tx,
  row: EsfRow,
  action: EsfAction,
  by: EsfSide,
  change: UpdateObject<Tables, 'esf_documents'> = {},
): Promise<boolean> {
  const to = esfTable.next(row.status, action, by);
  if (to === null) return false;
  await setEsf(tx, row.id, { trouble: null, tries: 0, ...change, status: to });
  if (row.corrects_id !== null) {
    if (to === 'registered') await setEsf(tx, row.corrects_id, { status: 'cancelled', reason: 'corrected' });
    if (to === 'declined' || to === 'cancelled') await setEsf(tx, row.corrects_id, { is_corrected: false });
  }
  return true;
}
