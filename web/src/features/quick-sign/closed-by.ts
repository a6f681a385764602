import { ApiError } from '../../platform/api-error.ts';

/** Why a link leads to no signing. A used one names the document, so that its signature can be looked at. */
export type Closed =
  | { kind: 'gone' }
  | { kind: 'used'; public_id: string | null }
  | { kind: 'stopped'; message: string };

/** Null for troubles of the way (no connection, a failure of ours): those pass. */
export function closedBy(error: unknown): Closed | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'not_found') return { kind: 'gone' };
  if (error.code === 'quick_sign.used') {
    const { public_id } = (error.data ?? {}) as { public_id?: unknown };
    return { kind: 'used', public_id: typeof public_id === 'string' ? public_id : null };
  }
  const passing = error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status);
  return passing ? null : { kind: 'stopped', message: error.message };
}
