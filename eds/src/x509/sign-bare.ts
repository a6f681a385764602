import { toBase64 } from '../base64.ts';
import { utf8ToBytes } from '../bytes.ts';
import { belongsTo } from '../pkcs12/private-key.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from './certificate.ts';
import { signWith } from './sign-with.ts';

/** The value of a signature by itself, with the certificate beside it; both in base64. */
export interface BareValue {
  signature: string;
  certificate: string;
}

/**
 * Signs a text as ИС ЭСФ wants its papers signed: the value over the very bytes, neither CMS nor XMLDSig.
 *
 * @throws Error for a key of another certificate
 */
export async function signBare(input: {
  text: string;
  key: PrivateKey;
  /** Must belong to the key. */
  certificate: Certificate;
  primitives: Primitives;
}): Promise<BareValue> {
  const { text, key, certificate, primitives } = input;
  if (!belongsTo(key, certificate)) throw new Error('The certificate does not belong to the key');
  const { signature } = await signWith(key, utf8ToBytes(text), primitives);
  return { signature: toBase64(signature), certificate: toBase64(certificate.der) };
}
