import { toBase64 } from '@kelisim/eds/base64.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { webPrimitives } from '@kelisim/eds/primitives-web.ts';
import type { PhoneDocument } from './phone-protocol.ts';

export interface SandboxKey {
  password: string;
  /** In base64. */
  pkcs12: string;
}

/**
 * Signs each document with a test key; `onSigned` gets how many are done. Null when the key does not open. The keys are
 * everybody's, so they need no worker to hide in.
 */
export async function signDocuments(
  key: SandboxKey,
  documents: readonly PhoneDocument[],
  onSigned: (done: number) => void,
): Promise<Map<number, string> | null> {
  const primitives = webPrimitives(crypto);
  const opened = await openPkcs12(new TextEncoder().encode(key.pkcs12), key.password);
  if (opened.status === 'error') return null;
  const { key: secret, certificate } = opened.keys[0]!;
  const signatures = new Map<number, string>();
  for (const { id, method, bytes } of documents) {
    const cms = await signCms({
      content: bytes,
      attached: method === 'CMS_WITH_DATA',
      key: secret,
      certificate,
      signing_time: new Date(),
      primitives,
    });
    signatures.set(id, toBase64(cms));
    onSigned(signatures.size);
    // Lets the page draw how far it has come.
    await new Promise((done) => setTimeout(done));
  }
  return signatures;
}
