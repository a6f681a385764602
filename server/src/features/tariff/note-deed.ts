import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addSecurityEvent } from '../security-log/public.ts';

/** Who did what to the tariff of a company, for its log and that of the platform; null where it is of none. */
export function noteDeed(
  tx: Tx,
  { user_id, session_id, ip = null }: Actor,
  company_id: number | null,
  detail: Record<string, string | number>,
): Promise<void> {
  return addSecurityEvent(tx, { user_id, kind: 'tariff_changed', company_id, session_id, ip, detail });
}
