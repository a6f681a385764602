import { oidOf, unsignedOf, type Asn1 } from '@kelisim/eds/asn1/read.ts';
import { toHex } from '@kelisim/eds/bytes.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { answerOcsp, refuseOcsp } from '@kelisim/eds/revocation/answer-ocsp.ts';
import { isNamedById } from '@kelisim/eds/revocation/certificate-id.ts';
import { issueCrl } from '@kelisim/eds/revocation/issue-crl.ts';
import { readOcspRequest } from '@kelisim/eds/revocation/ocsp-request.ts';
import { answerTimestamp, refuseTimestamp } from '@kelisim/eds/timestamp/answer.ts';
import type { ForeignAnswer } from '../../../platform/http/serve-foreign.ts';
import { nodePrimitives as primitives } from '../../../platform/node-primitives.ts';
import { ALGORITHMS, type Algorithm, type Authorities } from './sandbox-authorities.ts';
import type {
  NcaFault as Fault,
  NcaService as Service,
} from '@kelisim/shared/features/sandbox/nca-faults.ts';
import type { SandboxNcaState } from './sandbox-state.ts';

/** All addresses of the sandbox НУЦ lie under this path, of whatever host. */
export const NCA_PATH = '/sandbox/nca/';

const HOUR_MS = 3_600_000;

/** Answers as the services of НУЦ РК do; null for an address that is none of theirs. */
export type NcaServices = (path: string, body: Uint8Array) => Promise<ForeignAnswer | null>;

const nothing = new Uint8Array(0);

/** OCSP, lists with deltas, time stamps and certificates of authorities, as far as no fault is switched on. */
export function sandboxServices(
  { issuers, responders, tsa }: Authorities,
  roots: Record<Algorithm, Uint8Array>,
  state: SandboxNcaState,
  now: () => Date,
): NcaServices {
  async function ocsp(body: Uint8Array, fault: Fault | null): Promise<Uint8Array> {
    if (fault === 'try_later') return refuseOcsp(3);
    const request = readOcspRequest(body);
    const asked = request && (await whoIs(request.ids[0]!));
    if (!asked) return refuseOcsp(request ? 6 : 1);
    const { algorithm, serial, hash } = asked;
    const revoked = await state.findRevocation(algorithm, serial);
    return answerOcsp({
      certificate: { serial },
      issuer: issuers[algorithm].certificate,
      status: fault === 'unknown' ? 'unknown' : revoked ? 'revoked' : 'good',
      ...(revoked && { revoked_at: revoked.revoked_at, revocation_reason: revoked.reason }),
      this_update: now(),
      nonce: request.nonce,
      hash,
      responder: fault === 'wrong_responder' ? tsa : responders[algorithm],
      primitives,
    });
  }

  async function whoIs(id: Asn1): Promise<{
    algorithm: Algorithm;
    serial: string;
    hash: 'sha1' | 'sha256';
  } | null> {
    const number = unsignedOf(id.children[3]);
    if (!number) return null;
    const serial = toHex(number);
    const hash = oidOf(id.children[0]?.children[0]) === OID.sha1 ? 'sha1' : 'sha256';
    for (const algorithm of ALGORITHMS) {
      if (await isNamedById(id, { serial }, issuers[algorithm].certificate, primitives))
        return { algorithm, serial, hash };
    }
    return null;
  }

  /** The base is of the last full hour; what came after stands in the delta, as with the real lists. */
  async function list(algorithm: Algorithm, delta: boolean, fault: Fault | null): Promise<Uint8Array> {
    const at = now().getTime();
    const base_at = Math.floor(at / HOUR_MS) * HOUR_MS;
    const all = await state.listRevocations(algorithm);
    const entries = all.filter((one) => delta || one.revoked_at.getTime() < base_at);
    const this_update = new Date(fault === 'stale' ? at - 200 * HOUR_MS : delta ? at : base_at);
    const number = Math.floor(base_at / 1000);
    const other = algorithm === 'gost512' ? 'rsa' : 'gost512';
    return issueCrl({
      issuer:
        fault === 'wrong_responder' ? { ...issuers[algorithm], key: issuers[other].key } : issuers[algorithm],
      this_update,
      next_update: new Date(this_update.getTime() + (delta ? 1 : 25) * HOUR_MS),
      number: delta ? Math.floor(at / 1000) + 1 : number,
      ...(delta && { base_number: number }),
      entries,
      primitives,
    });
  }

  function stamp(request: Uint8Array, fault: Fault | null): Promise<Uint8Array> {
    if (fault === 'refused') return Promise.resolve(refuseTimestamp());
    const authority = fault === 'wrong_responder' ? responders.gost512 : tsa;
    const serial = primitives.randomBytes(16);
    serial[0] = (serial[0]! & 0x7f) | 0x01;
    return answerTimestamp({ request, ...authority, gen_time: now(), serial, primitives });
  }

  const failing = async (
    service: Service,
    type: string,
    answer: (fault: Fault | null) => Promise<Uint8Array>,
  ): Promise<ForeignAnswer> => {
    const fault = await state.faultOf(service);
    if (fault === 'silent') return { status: 504, type, body: nothing, delay: 'silent' };
    if (fault === 'error') return { status: 500, type, body: nothing };
    const body = await answer(fault);
    return { status: 200, type, body, ...(fault === 'slow' && { delay: 'slow' }) };
  };

  return async (path, body) => {
    const place = path.startsWith(NCA_PATH) ? path.slice(NCA_PATH.length) : '';
    if (place === 'ocsp') return failing('ocsp', 'application/ocsp-response', (fault) => ocsp(body, fault));
    if (place === 'tsp') return failing('tsp', 'application/timestamp-reply', (fault) => stamp(body, fault));
    const [, kind, which] = /^(crl|ca)\/([\w-]+)\.(?:crl|cer)$/.exec(place) ?? [];
    for (const algorithm of ALGORITHMS) {
      if (kind === 'crl' && (which === `nca-${algorithm}` || which === `nca-${algorithm}-delta`))
        return failing('crl', 'application/pkix-crl', (fault) =>
          list(algorithm, which.endsWith('-delta'), fault),
        );
      const der = {
        [`root-${algorithm}`]: roots[algorithm],
        [`nca-${algorithm}`]: issuers[algorithm].certificate.der,
      };
      if (kind === 'ca' && which && der[which])
        return { status: 200, type: 'application/pkix-cert', body: der[which] };
    }
    return null;
  };
}
