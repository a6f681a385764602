import { equalBytes } from '../bytes.ts';
import { askPatiently } from '../http/http.ts';
import type { HttpPort } from '../http/http.ts';
import type { Primitives } from '../primitives.ts';
import type { ReasonCode } from '../reasons.ts';
import type { TrustStore } from '../x509/chain.ts';
import { computeDigest } from '../x509/signature.ts';
import { buildTimestampRequest } from './request.ts';
import type { Imprint } from './request.ts';
import { parseTimestampResponse } from './response.ts';
import type { TimestampRefusal } from './response.ts';
import { parseTimestampToken } from './token.ts';
import type { TimestampInfo } from './token.ts';
import { verifyTimestampToken } from './verify-token.ts';

export type StampResult =
  | { status: 'ok'; token: Uint8Array; info: TimestampInfo }
  /** `mismatch`: the answer is to another question. `untrusted`: `detail` says why the token is not believed. */
  | { status: 'error'; reason: 'unreachable' | 'malformed' | 'mismatch' }
  | { status: 'error'; reason: 'refused'; detail: TimestampRefusal; text: string }
  | { status: 'error'; reason: 'untrusted'; detail: ReasonCode };

/** Who stamps bytes with the time. Never throws. */
export interface TimestampPort {
  stamp(data: Uint8Array): Promise<StampResult>;
}

/**
 * A client of RFC 3161 over HTTP (3.4 there), such as http://tsp.pki.gov.kz.
 *
 * @param options.digest `streebog512` with the GOST policy of НУЦ РК, `sha256` with the RSA one
 * @param options.trust when given, a token that is not proven by it is not handed out
 */
export function createTimestampClient(options: {
  http: HttpPort;
  url: string;
  digest: Imprint['digest'];
  policy?: string;
  trust?: TrustStore;
  primitives: Primitives;
  timeout_ms?: number;
  attempts?: number;
  pause_ms?: number;
}): TimestampPort {
  const { http, url, digest, policy, primitives, trust } = options;
  return {
    async stamp(data) {
      const hash = await computeDigest(digest, data, primitives);
      const nonce = primitives.randomBytes(8);
      // A nonce is a whole number; a clear top bit and a first byte that is not 0 keep its bytes as they are.
      nonce[0] = (nonce[0]! & 0x7f) | 0x01;
      const answer = await askPatiently(
        http,
        {
          method: 'POST',
          url,
          headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
          body: buildTimestampRequest({
            imprint: { digest, hash: hash! },
            nonce,
            ...(policy !== undefined && { policy }),
          }),
          timeout_ms: options.timeout_ms ?? 10_000,
          most_bytes: 256 * 1024,
        },
        { attempts: options.attempts ?? 3, pause_ms: options.pause_ms ?? 300 },
      );
      if (answer === null) return { status: 'error', reason: 'unreachable' };
      const response = parseTimestampResponse(answer);
      if (response === null) return { status: 'error', reason: 'malformed' };
      if (response.status === 'refused')
        return { status: 'error', reason: 'refused', detail: response.failure, text: response.text };
      const { token } = response;
      const parsed = parseTimestampToken(token);
      if (parsed === null) return { status: 'error', reason: 'malformed' };
      const { info } = parsed;
      const same = info.digest === digest && equalBytes(info.imprint, hash!);
      const repeated = info.nonce !== null && equalBytes(info.nonce, nonce);
      if (!same || !repeated || (policy !== undefined && info.policy !== policy))
        return { status: 'error', reason: 'mismatch' };
      if (trust !== undefined) {
        const verdict = await verifyTimestampToken({ token, data, trust, primitives });
        if (verdict.status !== 'valid')
          return { status: 'error', reason: 'untrusted', detail: verdict.reason ?? 'internal_error' };
      }
      return { status: 'ok', token: token.slice(), info };
    },
  };
}
