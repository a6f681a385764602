import { esfTable, type EsfAction, type EsfSide } from '@kelisim/shared/features/esf/esf-status.ts';
import type { UpdateObject } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addEsfHistory, lockEsf, setEsf, type EsfRow } from './esf.queries.ts';

/** The reason goes into the history too. */
export type EsfChange = Omit<UpdateObject<Tables, 'esf_documents'>, 'reason'> & { reason?: string | null };

/**
 * The only place where the state of an electronic paper changes after it is made. The caller holds its lock. False when
 * the move may not happen from here. What becomes of a corrected invoice decides about the one it corrects.
 *
 * @param by the person who does it, or whose word it is
 */
export async function moveEsf(
  tx: Tx,
  row: EsfRow,
  action: EsfAction,
  by: CompanyActor | Exclude<EsfSide, 'business' | 'executor'>,
  change: EsfChange = {},
): Promise<boolean> {
  const [side, user_id] = typeof by === 'string' ? [by, null] : [by.role, by.user_id];
  const to = esfTable.next(row.status, action, side);
  if (to === null) return false;
  await setEsf(tx, row.id, { trouble: null, tries: 0, ...change, status: to });
  await addEsfHistory(tx, {
    company_id: row.company_id,
    esf_id: row.id,
    action,
    actor_side: side,
    user_id,
    from_status: row.status,
    to_status: to,
    note: change.reason ?? null,
  });
  if (row.corrects_id !== null) {
    const wrong = (await lockEsf(tx, row.corrects_id))!;
    if (to === 'registered') await moveEsf(tx, wrong, 'cancel', 'system', { reason: 'corrected' });
    if (to === 'declined' || to === 'cancelled') await setEsf(tx, wrong.id, { is_corrected: false });
  }
  return true;
}
