import type { QrState } from '@kelisim/shared/features/qr-signing/qr-session-status.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { TakenItem } from './qr-kinds.ts';
import { stateAt } from './qr-session-state.ts';
import { findOwnerless } from './qr-signing.queries.ts';

/** How far a session has come that belongs to nobody yet; whoever began it knows its id and who may ask. */
export async function readQrState(
  db: Handle,
  session_id: number,
  now: Date,
): Promise<{ state: QrState; expires_at: Date; result: TakenItem[] } | null> {
  const session = await findOwnerless(db, session_id);
  if (!session) return null;
  const result = (session.result as TakenItem[] | null) ?? [];
  return { state: stateAt(session, now), expires_at: session.expires_at, result };
}
