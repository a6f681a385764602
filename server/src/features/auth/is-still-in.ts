import type { Handle } from '../../platform/db/database.ts';
import { findSession } from './auth.queries.ts';

/** Whether a session lives and is in this company: somebody who was let in for longer than one call is asked again. */
export async function isStillIn(db: Handle, session_id: number, company_id: number): Promise<boolean> {
  return (await findSession(db, session_id))?.company_id === company_id;
}
