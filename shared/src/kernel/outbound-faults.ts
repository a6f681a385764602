/** Why an address that somebody entered gave no answer. */
export const OUTBOUND_FAULTS = [
  'bad_address',
  'host_not_allowed',
  'private_address',
  'host_not_found',
  'refused',
  'tls',
  'timeout',
  'cut_off',
  'too_long',
] as const;
export type OutboundFault = (typeof OUTBOUND_FAULTS)[number];
