/** Services of the sandbox НУЦ. */
export const NCA_SERVICES = ['ocsp', 'crl', 'tsp'] as const;
export type NcaService = (typeof NCA_SERVICES)[number];

/**
 * Ways in which a service may be told to fail. `slow` answers late, `silent` never, `error` with a 500 of HTTP.
 * `wrong_responder` signs with a key that may not. `unknown` is the word of OCSP for a certificate that it does not
 * know, `try_later` its refusal; `stale` a list that has ended; `refused` the refusal of a time stamp.
 */
export const NCA_FAULTS = {
  ocsp: ['slow', 'silent', 'error', 'wrong_responder', 'unknown', 'try_later'],
  crl: ['slow', 'silent', 'error', 'wrong_responder', 'stale'],
  tsp: ['slow', 'silent', 'error', 'wrong_responder', 'refused'],
} as const satisfies Record<NcaService, readonly string[]>;
export type NcaFault = (typeof NCA_FAULTS)[NcaService][number];
