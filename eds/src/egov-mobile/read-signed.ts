import { isRecord, readJson } from '../records.ts';
import { EGOV_CANCELLED } from './protocol.ts';
import type { EgovDocuments, EgovSignMethod } from './protocol.ts';

/** One document as it came back from the phone. */
export type EgovSigned = { id: number } & (
  | { kind: 'xml'; xml: string }
  /** PEM or base64; `verifyCms` takes it as it is. */
  | { kind: 'cms'; cms: string }
  /** Both base64; the certificate as PEM inside. */
  | { kind: 'bytes'; signature: string; certificate: string }
);

export type EgovAnswer =
  | { status: 'cancelled' }
  | { status: 'signed'; documents: EgovSigned[] }
  /** `other_documents`: not those that were shown. */
  | { status: 'error'; reason: 'malformed' | 'other_documents' };

/**
 * Reads the body of a `PUT` to API No.2 against what was shown: the same documents by id, each with a signature of
 * its method. Nothing is verified.
 */
export function readEgovSigned(body: unknown, shown: EgovDocuments): EgovAnswer {
  if (!isRecord(body)) return { status: 'error', reason: 'malformed' };
  if (body['status'] === EGOV_CANCELLED) return { status: 'cancelled' };
  const list = body['documentsToSign'];
  if (!Array.isArray(list)) return { status: 'error', reason: 'malformed' };
  const documents: EgovSigned[] = [];
  for (const { id, signMethod } of shown.documentsToSign) {
    const found: unknown[] = list.filter((one) => isRecord(one) && one['id'] === id);
    if (found.length !== 1) return { status: 'error', reason: 'other_documents' };
    const method = signMethod ?? (shown.signMethod === 'MIX_SIGN' ? undefined : shown.signMethod);
    const signed = method === undefined ? null : readOne(found[0], id, method);
    if (signed === null) return { status: 'error', reason: 'malformed' };
    documents.push(signed);
  }
  if (list.length !== documents.length) return { status: 'error', reason: 'other_documents' };
  return { status: 'signed', documents };
}

function readOne(given: unknown, id: number, method: EgovSignMethod): EgovSigned | null {
  if (!isRecord(given)) return null;
  if (method === 'XML') {
    const xml = given['documentXml'];
    return typeof xml === 'string' && xml !== '' ? { id, kind: 'xml', xml } : null;
  }
  const document = given['document'];
  const file = isRecord(document) ? document['file'] : undefined;
  const data = isRecord(file) ? file['data'] : undefined;
  if (typeof data !== 'string' || data === '') return null;
  if (method !== 'SIGN_BYTES_ARRAY') return { id, kind: 'cms', cms: data };
  const pair = readJson(data);
  if (!isRecord(pair)) return null;
  const { signature, certificate } = pair;
  return typeof signature === 'string' && typeof certificate === 'string'
    ? { id, kind: 'bytes', signature, certificate }
    : null;
}
