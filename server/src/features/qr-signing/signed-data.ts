import { createHash } from 'node:crypto';
import { unarmour } from '@kelisim/eds/asn1/armour.ts';
import type { SignedBody, SignMethod } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { SignedItem } from './qr-kinds.ts';
import type { QrItemRow } from './qr-signing.queries.ts';

/** A detached CMS with its time stamp is some ten kilobytes; whatever is longer is not one. */
const MAX_SIGNATURE_CHARS = 200_000;

/** The user cancelled: the app sends the JSON back with this word, or the word alone. */
export function isCancelled(body: SignedBody): boolean {
  return body.status?.toUpperCase() === 'CANCELED' || body.status?.toUpperCase() === 'CANCELLED';
}

/**
 * The signatures by the numbers under which the documents were shown. The list must be the very list that was shown:
 * none missing, none added, none moved.
 */
export function readSigned(body: SignedBody, items: readonly QrItemRow[]): SignedItem[] {
  const given = body.documentsToSign ?? [];
  const same = given.length === items.length && given.every((one, at) => one.id === items[at]!.position);
  if (!same) throw new Problem('qr.other_documents');
  return items.map((item, at) => {
    const sign_method = item.sign_method;
    const one = given[at]!;
    const text = (sign_method === 'XML' ? one.documentXml : one.document?.file.data) ?? '';
    if (text.length > MAX_SIGNATURE_CHARS) {
      throw new Problem('signature.invalid', { values: { reason: 'too_large' } });
    }
    const { position, subject_id, file_id, content } = item;
    return { position, subject_id, file_id, content, sign_method, signature: toBytes(sign_method, text) };
  });
}

/** CMS may come as base64 in one line or in many, or as PEM. What is neither stays as it is, and the judge refuses it. */
function toBytes(method: SignMethod, text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (method === 'XML' || method === 'SIGN_BYTES_ARRAY') return bytes;
  const der = unarmour(bytes);
  return der ? Buffer.from(der) : bytes;
}

/** Tells a repeated answer from another one, however its base64 was broken into lines. */
export function payloadHash(items: readonly SignedItem[]): Buffer {
  const hash = createHash('sha256');
  for (const { signature } of items) hash.update(createHash('sha256').update(signature).digest());
  return hash.digest();
}
