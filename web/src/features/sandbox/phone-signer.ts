import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { toBase64 } from '@kelisim/eds/base64.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import { webPrimitives } from '@kelisim/eds/primitives-web.ts';
import type { Certificate } from '@kelisim/eds/x509/certificate.ts';
import { signWith } from '@kelisim/eds/x509/sign-with.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import type { PhoneDocument } from './phone-protocol.ts';

export interface SandboxKey {
  password: string;
  /** In base64. */
  pkcs12: string;
}

/**
 * Signs each document with a test key as it asks to be; `onSigned` gets how many are done. Null when the key does not
 * open. The keys are everybody's, so they need no worker to hide in.
 */
export async function signDocuments(
  key: SandboxKey,
  documents: readonly PhoneDocument[],
  onSigned: (done: number) => void,
): Promise<Map<number, string> | null> {
  const opened = await openPkcs12(new TextEncoder().encode(key.pkcs12), key.password);
  if (opened.status === 'error') return null;
  const { key: secret, certificate } = opened.keys[0]!;
  const signatures = new Map<number, string>();
  for (const document of documents) {
    signatures.set(document.id, await signOne(document, { key: secret, certificate }));
    onSigned(signatures.size);
    // Lets the page draw how far it has come.
    await new Promise((done) => setTimeout(done));
  }
  return signatures;
}

interface Signer {
  key: PrivateKey;
  certificate: Certificate;
}

/** What goes back in the place of the document: CMS in base64, signed XML, or the bare value and its certificate. */
async function signOne({ method, bytes }: PhoneDocument, by: Signer): Promise<string> {
  const primitives = webPrimitives(crypto);
  if (method === 'XML') return signXml({ xml: new TextDecoder().decode(bytes), ...by, primitives });
  if (method === 'SIGN_BYTES_ARRAY') {
    const { signature } = await signWith(by.key, bytes, primitives);
    const pem = new TextEncoder().encode(toPem('CERTIFICATE', by.certificate.der));
    return JSON.stringify({ signature: toBase64(signature), certificate: toBase64(pem) });
  }
  const attached = method === 'CMS_WITH_DATA';
  return toBase64(await signCms({ content: bytes, attached, ...by, signing_time: new Date(), primitives }));
}
