import type { HttpPort } from '@kelisim/eds/http/http.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { createRevocationClient, type RevocationSources } from '@kelisim/eds/revocation/client.ts';
import { createTimestampClient } from '@kelisim/eds/timestamp/client.ts';
import type { Certificate } from '@kelisim/eds/x509/certificate.ts';
import type { Nca, NcaTrust } from '../nca.ts';
import { withBreaker } from './breaker.ts';

/** How long the services are waited for, and how long what they said is used again. */
export interface NcaPatience {
  timeout_ms: number;
  attempts: number;
  pause_ms: number;
  /** Shorter than the five minutes by which a kept answer may precede the time stamp. */
  answer_ms: number;
  list_ms: number;
  /** How long one who asks waits for a list; the download goes on for the next one. */
  list_wait_ms: number;
  /** How long a silent address is left alone. */
  rest_ms: number;
}

export const NCA_PATIENCE: NcaPatience = {
  timeout_ms: 3_000,
  attempts: 2,
  pause_ms: 200,
  answer_ms: 3 * 60_000,
  list_ms: 60 * 60_000,
  list_wait_ms: 3_000,
  rest_ms: 15_000,
};

/** Trust with the services of НУЦ РК: OCSP and lists at the addresses of the certificates, time stamps at `tsp_url`. */
export function onlineNca(
  nca: NcaTrust,
  options: {
    http: HttpPort;
    tsp_url: string;
    now: () => Date;
    patience: NcaPatience;
    sources?: (certificate: Certificate) => RevocationSources;
  },
): Nca {
  const { trust, primitives } = nca;
  const { tsp_url, now, patience, sources } = options;
  const { rest_ms, answer_ms, list_ms, list_wait_ms, ...ask } = patience;
  const http = withBreaker(options.http, rest_ms);
  return {
    trust,
    primitives,
    revocation: createRevocationClient({
      http,
      primitives,
      now,
      ...ask,
      answer_ms,
      list_ms,
      list_wait_ms,
      ...(sources && { sources }),
    }),
    timestamps: createTimestampClient({
      http,
      url: tsp_url,
      digest: 'streebog512',
      policy: OID.ncaTimeStampPolicy,
      trust,
      primitives,
      ...ask,
    }),
  };
}
