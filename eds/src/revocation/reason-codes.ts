import type { RevocationReason } from './port.ts';

/** By the number of CRLReason; 7 is not used. */
const REASONS: Record<number, RevocationReason> = {
  0: 'unspecified',
  1: 'key_compromise',
  2: 'ca_compromise',
  3: 'affiliation_changed',
  4: 'superseded',
  5: 'cessation_of_operation',
  6: 'certificate_hold',
  8: 'remove_from_crl',
  9: 'privilege_withdrawn',
  10: 'aa_compromise',
};

export function revocationReasonOf(code: number | undefined): RevocationReason {
  return REASONS[code ?? 0] ?? 'unspecified';
}

export function codeOfRevocationReason(reason: RevocationReason): number {
  return Number(Object.entries(REASONS).find(([, name]) => name === reason)![0]);
}
