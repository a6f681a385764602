import type { Answer } from '../../platform/api.ts';
import type { QrSource } from '../qr-signing/public.ts';

type Progress = Answer<'registration.ecp_qr_check'>;

/** A code of a registration: it belongs to nobody yet, so that the key of the registration asks for it. */
export function qrOfRegistration(
  key: string[],
  open: QrSource['open'],
  check: (signal: AbortSignal) => Promise<Progress>,
): QrSource {
  return {
    key,
    open,
    check: async ({ session_id, expires_at }, signal) => {
      const { state, error } = await check(signal);
      if (!state) return null;
      return {
        id: session_id,
        state,
        expires_at,
        total: 1,
        signed_count: state === 'signed' ? 1 : 0,
        errors: error ? [{ doc_id: null, ...error }] : [],
      };
    },
  };
}
