import type { QrProgress } from './qr-signing.data.ts';

/**
 * What the place of the code shows. `refused`: the phone was told no, and may try again. `rejected`: the code is used
 * up, and nothing of what was signed counts.
 */
export type Stage = QrProgress['state'] | 'refused' | 'rejected';

/** The server's word, and the clock's where the server has not been heard since. */
export function stageOf(session: QrProgress | null, seconds_left: number): Stage {
  const state = session?.state ?? 'waiting';
  if (state === 'signed' && session?.signed_count === 0) return 'rejected';
  if (['signed', 'awaited', 'cancelled', 'signing'].includes(state)) return state;
  const refused = (session?.errors.length ?? 0) > 0;
  if (state === 'expired' || seconds_left === 0) return 'expired';
  return refused ? 'refused' : state;
}

/** `4:07` */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
