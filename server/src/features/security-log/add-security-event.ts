import type { SecurityEventKind } from '@kelisim/shared/features/auth/security-events.ts';
import type { Handle } from '../../platform/db/database.ts';
import { addEventRow } from './security-log.queries.ts';

export interface SecurityEvent {
  /** Whose account it happened to. */
  user_id: number;
  kind: SecurityEventKind;
  /** Who did it, if not the person concerned. */
  by_user_id?: number | null;
  company_id?: number | null;
  session_id?: number | null;
  ip?: string | null;
  user_agent?: string | null;
  /** Words and ids only; never an address, a number, a code or a secret. */
  detail?: Record<string, string | number | boolean>;
}

/** Writes what happened to an account, in the transaction of the deed. Nothing takes it back. */
export async function addSecurityEvent(db: Handle, event: SecurityEvent): Promise<void> {
  await addEventRow(db, {
    user_id: event.user_id,
    kind: event.kind,
    by_user_id: event.by_user_id ?? null,
    company_id: event.company_id ?? null,
    session_id: event.session_id ?? null,
    ip: event.ip ?? null,
    user_agent: event.user_agent?.slice(0, 300) ?? null,
    detail: JSON.stringify(event.detail ?? {}),
  });
}
