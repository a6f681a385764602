/** Services of НУЦ РК, each with the ways in which it may be told to fail. */
export const SERVICES = ['ocsp', 'crl', 'tsp'] as const;
export type Service = (typeof SERVICES)[number];

/**
 * `slow` answers late, `silent` never, `error` with a 500 of HTTP. `wrong_responder` signs with a key that may not.
 * `unknown` is the word of OCSP for a certificate that it does not know, `try_later` its refusal; `stale` a list that
 * has ended; `refused` the refusal of a time stamp.
 */
export const FAULTS = [
  'slow',
  'silent',
  'error',
  'wrong_responder',
  'unknown',
  'try_later',
  'stale',
  'refused',
] as const;
export type Fault = (typeof FAULTS)[number];
