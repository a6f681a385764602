import { unarmour } from '@kelisim/eds/asn1/armour.ts';
import { toBase64 } from '@kelisim/eds/base64.ts';
import { fromHex, latin1ToBytes } from '@kelisim/eds/bytes.ts';
import { parseCms } from '@kelisim/eds/cms/parse.ts';
import type { NcaLayer } from '@kelisim/eds/ncalayer/client.ts';
import type { NcaSigner } from '@kelisim/eds/ncalayer/messages.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import type { DocumentToSign, SignedDocument, TextToSign } from './signing-messages.ts';

/** So many hashes fit into a message of 64 KB; more are signed in turn, with the password typed again. */
export const NCA_BATCH = 500;
/** The first version whose `sign` takes a list of documents for one password. */
const OLDEST = [1, 4];

/** Which hash goes to NCALayer: keys are given out for ГОСТ alone since 2024, older ones may be RSA. */
export type NcaHash = 'streebog512' | 'sha256';

/**
 * `other_key`: the chosen key is of the kind that wants the other hash; sign again with that. `failed` is in NCALayer's own words. Whatever
 * happens, what was signed before stays signed.
 */
export type NcaStop =
  | { end: 'cancelled' | 'not_running' | 'no_module' | 'old' | 'disconnected' | 'malformed' | 'other_key' }
  | { end: 'failed'; message: string };
export type NcaEnd = { end: 'signed' } | NcaStop;

export interface NcaAsk {
  documents: readonly DocumentToSign[];
  hash: NcaHash;
  /** БИН of the company, or ИИН of the person; empty where any key of their own will do. */
  bin: string;
  locale: 'ru' | 'kk';
}

/** Only keys that may sign for this company or person are offered in the window of NCALayer. */
function signerOf(bin: string): NcaSigner {
  const owner = bin === '' ? {} : isBin(bin) ? { bin } : { iin: bin };
  return { extended_key_usage: [OID.emailProtection], ...owner };
}

/** Signs batch after batch; `onSigned` gets the documents of each as soon as they are signed. */
export async function signWithNca(
  layer: NcaPort,
  { documents, hash, bin, locale }: NcaAsk,
  onSigned: (signed: SignedDocument[]) => void,
): Promise<NcaEnd> {
  const hello = await layer.connect();
  if (hello.status !== 'ok') return endOf(hello);
  if (isOld(hello.version)) return { end: 'old' };
  const digests = documents.filter((one) => 'sha256' in one);
  for (let at = 0; at < digests.length; at += NCA_BATCH) {
    const batch = digests.slice(at, at + NCA_BATCH);
    const answer = await layer.sign({
      format: 'cms',
      attached: false,
      digested: true,
      // The stamp and the proof of status are fetched by the server, which keeps them.
      timestamp: false,
      data: batch.map((document) => toBase64(fromHex(document[hash])!)),
      signer: signerOf(bin),
      locale,
    });
    if (answer.status !== 'signed') return endOf(answer);
    const read = answer.signatures.map(readSignature);
    if (read.some((one) => one === null)) return { end: 'malformed' };
    if (read.some((one) => one!.rsa !== (hash === 'sha256'))) return { end: 'other_key' };
    onSigned(batch.map(({ id }, index) => ({ id, signature: read[index]!.cms })));
  }
  const texts = documents.filter((one) => 'text' in one);
  return (
    (await signBareTexts(layer, texts, onSigned)) ?? (await signXmls(layer, texts, { bin, locale }, onSigned))
  );
}

/** Each text is signed in a window of its own; null when all are. A token is taken before a key in a file. */
async function signBareTexts(
  layer: NcaPort,
  texts: readonly TextToSign[],
  onSigned: (signed: SignedDocument[]) => void,
): Promise<NcaEnd | null> {
  const bare = texts.filter(({ form }) => form === 'bare');
  if (bare.length === 0) return null;
  const tokens = await layer.listTokens();
  const storage = (tokens.status === 'ok' && tokens.storages[0]) || 'PKCS12';
  for (const { id, text } of bare) {
    const answer = await layer.signBare(text, storage);
    if (answer.status !== 'signed') return endOf(answer);
    onSigned([{ id, signature: answer.signature, certificate: answer.certificate }]);
  }
  return null;
}

async function signXmls(
  layer: NcaPort,
  texts: readonly TextToSign[],
  { bin, locale }: Pick<NcaAsk, 'bin' | 'locale'>,
  onSigned: (signed: SignedDocument[]) => void,
): Promise<NcaEnd> {
  const xmls = texts.filter(({ form }) => form === 'xml');
  if (xmls.length > 0) {
    const data = xmls.map(({ text }) => text);
    const answer = await layer.sign({ format: 'xml', data, signer: signerOf(bin), locale });
    if (answer.status !== 'signed') return endOf(answer);
    onSigned(xmls.map(({ id }, at) => ({ id, signature: answer.signatures[at]! })));
  }
  return { end: 'signed' };
}

type NcaPort = Pick<NcaLayer, 'connect' | 'sign' | 'signBare' | 'listTokens'>;

function endOf(failure: Exclude<Awaited<ReturnType<NcaLayer['signBare']>>, { status: 'signed' }>): NcaEnd {
  if (failure.status === 'cancelled') return { end: 'cancelled' };
  return failure.reason === 'failed'
    ? { end: 'failed', message: failure.message || failure.code }
    : { end: failure.reason };
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST[0]! || (major === OLDEST[0] && minor < OLDEST[1]!);
}

/** PEM with its own line ends, or bare base64, becomes base64 of DER. */
function readSignature(text: string): { cms: string; rsa: boolean } | null {
  const der = unarmour(latin1ToBytes(text));
  const parsed = der && parseCms(der);
  if (!der || !parsed || 'reason' in parsed) return null;
  const { digest_algorithm } = parsed.signed_data.signers[0] ?? {};
  if (!digest_algorithm) return null;
  return { cms: toBase64(der), rsa: digest_algorithm === OID.sha256 };
}
