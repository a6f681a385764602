import { toBase64 } from '@kelisim/eds/base64.ts';
import { fromHex } from '@kelisim/eds/bytes.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import type { OpenedKey } from '@kelisim/eds/pkcs12/open.ts';
import { webPrimitives } from '@kelisim/eds/primitives-web.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import { signBare } from '@kelisim/eds/x509/sign-bare.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import type { DocumentToSign, FromWorker, KeyCard, SignedDocument, ToWorker } from './signing-messages.ts';

/**
 * The only place where a private key exists, and it ends with the dialog. The password comes in, opens the file and is
 * kept by nothing. Counting here leaves the page free to move.
 */
const primitives = webPrimitives(crypto);

/** A worker has one listener and no origins, unlike the window that the compiler takes `self` for. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is the port of a worker
const tell = (message: FromWorker): void => self.postMessage(message);

/** The page is told of new signatures at this pace. */
const TELL_EVERY_MS = 100;

let keys: OpenedKey[] = [];

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') void open(data.file, data.password);
  else void sign(data).catch(() => tell({ kind: 'sign_failed' }));
});

async function open(file: Uint8Array, password: string): Promise<void> {
  const result = await openPkcs12(file, password);
  if (result.status === 'error') {
    tell({ kind: 'not_opened', reason: result.reason });
    return;
  }
  keys = result.keys;
  tell({ kind: 'opened', keys: keys.map(toKeyCard) });
}

async function sign({ key: index, documents }: Extract<ToWorker, { kind: 'sign' }>): Promise<void> {
  const key = keys[index]!;
  let made: SignedDocument[] = [];
  let told = performance.now();
  for (const [at, document] of documents.entries()) {
    made.push({ id: document.id, ...(await signOne(document, key)) });
    const finished = at === documents.length - 1;
    if (!finished && performance.now() - told < TELL_EVERY_MS) continue;
    tell({ kind: 'signed', documents: made, finished });
    made = [];
    told = performance.now();
  }
}

async function signOne(
  document: DocumentToSign,
  { key, certificate }: OpenedKey,
): Promise<Omit<SignedDocument, 'id'>> {
  if ('text' in document) {
    const { text, form } = document;
    if (form === 'bare') return signBare({ text, key, certificate, primitives });
    return { signature: await signXml({ xml: text, key, certificate, primitives }) };
  }
  const digest = { sha256: fromHex(document.sha256)!, streebog512: fromHex(document.streebog512)! };
  const cms = await signCms({ digest, key, certificate, signing_time: new Date(), primitives });
  return { signature: toBase64(cms) };
}

function toKeyCard({ key, certificate }: OpenedKey, index: number): KeyCard {
  const { subject, issuer } = certificate;
  return {
    index,
    name: [subject.common_name, subject.given_name].filter(Boolean).join(' '),
    iin: subject.iin ?? null,
    bin: subject.bin ?? null,
    organization: subject.organization ?? null,
    issuer: issuer.common_name ?? issuer.dn,
    serial: certificate.serial,
    valid_from: certificate.not_before.toISOString(),
    valid_until: certificate.not_after.toISOString(),
    algorithm: key.algorithm,
    for_signing:
      certificate.key_usage.includes('digital_signature') &&
      certificate.key_usage.includes('non_repudiation') &&
      certificate.extended_key_usage.includes(OID.emailProtection),
    rights: subjectRights(certificate),
  };
}
