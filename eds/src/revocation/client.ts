import { askPatiently } from '../http/http.ts';
import type { HttpPort } from '../http/http.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { fingerprintOf } from '../x509/known-certificates.ts';
import type { CertificateIdHash } from './certificate-id.ts';
import { createCrlStore } from './crl-store.ts';
import { judgeCrl } from './judge-crl.ts';
import { judgeOcsp } from './judge-ocsp.ts';
import { buildOcspRequest } from './ocsp-request.ts';
import { parseOcspResponse } from './ocsp-response.ts';
import type { RevocationAnswer, RevocationFailure, RevocationPort } from './port.ts';

export interface RevocationSources {
  ocsp: readonly string[];
  crl: readonly string[];
  delta_crl: readonly string[];
}

export interface RevocationClientOptions {
  http: HttpPort;
  primitives: Primitives;
  now: () => Date;
  /** Other addresses than the certificate names: a mirror, or none at all for certificates that may not be asked. */
  sources?: (certificate: Certificate) => RevocationSources;
  ocsp_hash?: CertificateIdHash;
  timeout_ms?: number;
  attempts?: number;
  pause_ms?: number;
  /** How long an answer is used again. */
  answer_ms?: number;
  /** How long a list is used before it is asked for again, though it be in force for longer. */
  list_ms?: number;
  /** How long a question waits for a list that is being downloaded; the download goes on. Without end, when left out. */
  list_wait_ms?: number;
}

const NONCE_BYTES = 8;
const MOST_ANSWERS = 2000;
const MOST_ANSWER_BYTES = 256 * 1024;

const OF_CERTIFICATE = (certificate: Certificate): RevocationSources => ({
  ocsp: certificate.ocsp_urls,
  crl: certificate.crl_urls,
  delta_crl: certificate.delta_crl_urls,
});

/**
 * Asks OCSP and, where it says nothing, the issuer's lists; answers are kept for a while, equal questions asked at
 * the same time are asked once. Freshness is judged by `now`, for one wants to know what is known today; whether a
 * revocation came before the signature is the verdict's business.
 */
export function createRevocationClient(options: RevocationClientOptions): RevocationPort {
  const { http, primitives, now } = options;
  const patience = { attempts: options.attempts ?? 2, pause_ms: options.pause_ms ?? 300 };
  const timeout = options.timeout_ms ?? 10_000;
  const keep = options.answer_ms ?? 5 * 60_000;
  const sourcesOf = options.sources ?? OF_CERTIFICATE;
  const lists = createCrlStore({
    http,
    now,
    timeout_ms: timeout,
    ...patience,
    list_ms: options.list_ms ?? 60 * 60_000,
    ...(options.list_wait_ms !== undefined && { list_wait_ms: options.list_wait_ms }),
  });
  const answers = new Map<string, { answer: RevocationAnswer; until: number }>();
  const asked = new Map<string, Promise<RevocationAnswer>>();

  async function askOcsp(
    url: string,
    certificate: Certificate,
    issuer: Certificate,
  ): Promise<RevocationAnswer> {
    const fail = (failure: RevocationFailure): RevocationAnswer => ({
      status: 'unknown',
      source: 'ocsp',
      failure,
    });
    const nonce = primitives.randomBytes(NONCE_BYTES);
    const body = await buildOcspRequest({
      certificate,
      issuer,
      nonce,
      primitives,
      ...(options.ocsp_hash !== undefined && { hash: options.ocsp_hash }),
    });
    const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
    const der = await askPatiently(
      http,
      { method: 'POST', url, headers, body, timeout_ms: timeout, most_bytes: MOST_ANSWER_BYTES },
      patience,
    );
    if (der === null) return fail('unreachable');
    const response = parseOcspResponse(der);
    if (response === null) return fail('malformed');
    if (response.status === 'refused') return fail('refused');
    const { basic } = response;
    const answer = await judgeOcsp({ basic, certificate, issuer, at: now(), nonce, primitives });
    return answer.status === 'unknown' ? answer : { ...answer, proof: { kind: 'ocsp', der } };
  }

  async function askLists(
    sources: RevocationSources,
    certificate: Certificate,
    issuer: Certificate,
  ): Promise<RevocationAnswer> {
    let last: RevocationAnswer = { status: 'unknown', source: 'crl', failure: 'no_source' };
    for (const [at, url] of sources.crl.entries()) {
      const base = await lists.get(url);
      const deltaUrl = sources.delta_crl[at] ?? sources.delta_crl[0];
      const delta = deltaUrl === undefined ? undefined : await lists.get(deltaUrl);
      if (base === null || delta === null) {
        last = { status: 'unknown', source: 'crl', failure: 'unreachable' };
        continue;
      }
      last = await judgeCrl({ base, ...(delta && { delta }), certificate, issuer, at: now(), primitives });
      if (last.status === 'unknown') continue;
      const ders = delta === undefined ? [base.der] : [base.der, delta.der];
      return { ...last, proof: { kind: 'crl', ders } };
    }
    return last;
  }

  async function ask(certificate: Certificate, issuer: Certificate): Promise<RevocationAnswer> {
    const sources = sourcesOf(certificate);
    let first: RevocationAnswer | undefined;
    for (const url of sources.ocsp) {
      const answer = await askOcsp(url, certificate, issuer);
      if (answer.status !== 'unknown') return answer;
      first ??= answer;
    }
    const answer = await askLists(sources, certificate, issuer);
    // Where no list helps either, the failure of OCSP is the one to name.
    return answer.status === 'unknown' && first !== undefined ? first : answer;
  }

  return {
    async check({ certificate, issuer }) {
      const [mine, theirs] = [
        await fingerprintOf(certificate, primitives),
        await fingerprintOf(issuer, primitives),
      ];
      const key = `${mine.hex} ${theirs.hex}`;
      const kept = answers.get(key);
      if (kept !== undefined && kept.until > now().getTime()) return kept.answer;
      const running = asked.get(key);
      if (running !== undefined) return running;
      const question = ask(certificate, issuer).finally(() => asked.delete(key));
      asked.set(key, question);
      const answer = await question;
      if (answer.status !== 'unknown') {
        answers.delete(key);
        if (answers.size >= MOST_ANSWERS) answers.delete(answers.keys().next().value!);
        answers.set(key, { answer, until: now().getTime() + keep });
      }
      return answer;
    },
  };
}
