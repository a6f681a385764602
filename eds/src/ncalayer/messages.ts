import { isRecord } from '../records.ts';

/** Where NCALayer may look for keys; left out, everywhere. */
export type NcaStorage =
  | 'PKCS12'
  | 'JKS'
  | 'AKKaztokenStore'
  | 'AKKZIDCardStore'
  | 'AKEToken72KStore'
  | 'AKEToken5110Store'
  | 'AKJaCartaStore'
  | 'AKAKEYStore';

/** Which certificates the person may choose from. It is a help and no proof: the server checks again. */
export interface NcaSigner {
  /** All of them must stand in the certificate, such as `OID.emailProtection`. */
  extended_key_usage: readonly string[];
  iin?: string;
  bin?: string;
  serial_number?: string;
  /** Lets keys of the test contour be chosen too. */
  test_contour?: boolean;
}

interface NcaSignCommon {
  /** Base64 of each document or of its hash, or XML text; one password for all of them. */
  data: readonly string[];
  signer: NcaSigner;
  storages?: readonly NcaStorage[];
  locale?: 'ru' | 'kk' | 'en';
}

/** A call of `sign` in the module `kz.gov.pki.knca.basics`. */
export type NcaSignInput = NcaSignCommon &
  (
    | {
        format: 'cms';
        /** Puts the content into the CMS. */
        attached: boolean;
        /** `data` are hashes: Streebog-512 for GOST keys, SHA-256 for RSA. The CMS is detached then. */
        digested: boolean;
        /** Asks for a time stamp. */
        timestamp: boolean;
      }
    | { format: 'xml' }
  );

/** The message for NCALayer; several documents go as a list, one as a string. */
export function buildSignRequest(input: NcaSignInput): object {
  const { signer, data } = input;
  const signingParams =
    input.format === 'xml'
      ? {}
      : {
          decode: true,
          encapsulate: input.attached,
          digested: input.digested,
          ...(input.timestamp && { tsaProfile: {} }),
        };
  return {
    module: 'kz.gov.pki.knca.basics',
    method: 'sign',
    args: {
      allowedStorages: input.storages ?? null,
      format: input.format,
      data: data.length === 1 ? data[0] : data,
      signingParams,
      signerParams: {
        extKeyUsageOids: signer.extended_key_usage,
        ...(signer.iin !== undefined && { iin: signer.iin }),
        ...(signer.bin !== undefined && { bin: signer.bin }),
        ...(signer.serial_number !== undefined && { serialNumber: signer.serial_number }),
        ...(signer.test_contour === true && { chain: [] }),
      },
      locale: input.locale ?? 'ru',
    },
  };
}

/**
 * The message for the module that ИС ЭСФ adds to NCALayer («Модуль ИС ЭСФ», 1.2): one text, signed as it stands. Its
 * window asks for a key of this store and filters nothing.
 */
export function buildBareRequest(text: string, storage: NcaStorage): object {
  return { module: ESF_MODULE, method: 'signPlainData', storageName: storage, data: text };
}

const ESF_MODULE = 'com.osdkz.esf.signer.esfSigner';

export type NcaBareResult =
  | { status: 'signed'; signature: string; certificate: string }
  /** NCALayer runs without the module. */
  | { status: 'error'; reason: 'no_module' }
  | NcaFailure;

/** Reads its answer: base64 of the bare value, and the certificate as PEM. */
export function readBareAnswer(answer: unknown): NcaBareResult {
  if (isRecord(answer) && [answer['errorCode'], answer['code']].includes('MODULE_NOT_FOUND'))
    return { status: 'error', reason: 'no_module' };
  const read = readOldAnswer(answer);
  if (read.status !== 'ok') return read;
  const { result } = read;
  if (!isRecord(result)) return { status: 'error', reason: 'malformed' };
  const { signature, pem } = result;
  if (typeof signature !== 'string' || typeof pem !== 'string')
    return { status: 'error', reason: 'malformed' };
  return { status: 'signed', signature, certificate: pem };
}

/**
 * `cancelled`: the person closed the window. `failed`: NCALayer's own error, in its words.
 * `not_running`: nobody listens. `disconnected`: it went away amid the call.
 */
export type NcaFailure =
  | { status: 'cancelled' }
  | { status: 'error'; reason: 'failed'; code: string; message: string }
  | { status: 'error'; reason: 'not_running' | 'disconnected' | 'malformed' };

export type NcaSignResult =
  /** As many as there were documents: CMS as PEM or base64, or XML. `verifyCms` takes them as they are. */
  { status: 'signed'; signatures: string[] } | NcaFailure;

/** Reads an answer of the module basics. */
export function readSignAnswer(answer: unknown, count: number): NcaSignResult {
  if (!isRecord(answer)) return { status: 'error', reason: 'malformed' };
  if (answer['status'] !== true) return failureIn(answer);
  const body = answer['body'];
  if (!isRecord(body)) return { status: 'error', reason: 'malformed' };
  let result = body['result'];
  if (result === undefined || result === null) return { status: 'cancelled' };
  // With the certificate asked for, the signatures lie one level deeper.
  if (isRecord(result)) result = result['signatures'];
  const signatures: unknown[] = Array.isArray(result) ? result : [result];
  if (signatures.length !== count || !signatures.every((one) => typeof one === 'string'))
    return { status: 'error', reason: 'malformed' };
  return { status: 'signed', signatures };
}

/** Reads an answer of the old module commonUtils, whose result may be anything. */
export function readOldAnswer(answer: unknown): { status: 'ok'; result: unknown } | NcaFailure {
  if (!isRecord(answer)) return { status: 'error', reason: 'malformed' };
  if (answer['code'] === '200') return { status: 'ok', result: answer['responseObject'] };
  return answer['message'] === 'action.canceled' ? { status: 'cancelled' } : failureIn(answer);
}

function failureIn(answer: Record<string, unknown>): NcaFailure {
  const text = (name: string): string => (typeof answer[name] === 'string' ? answer[name] : '');
  const details = text('details');
  const message = details === '' ? text('message') : `${text('message')} (${details})`;
  if (text('code') === '' && message === '') return { status: 'error', reason: 'malformed' };
  return { status: 'error', reason: 'failed', code: text('code'), message };
}
