import { toBase64 } from '../base64.ts';
import { utf8ToBytes } from '../bytes.ts';
import { streebog512 } from '../gost/streebog.ts';
import { belongsTo } from '../pkcs12/private-key.ts';
import type { PrivateKey } from '../pkcs12/private-key.ts';
import type { Primitives } from '../primitives.ts';
import type { Certificate } from '../x509/certificate.ts';
import { signWith } from '../x509/sign-with.ts';
import { C14N, DSIG, ENVELOPED, OWN_NAMES } from './algorithms.ts';
import { canonicalDocument, canonicalElement } from './c14n.ts';
import { elementsOf, parseXml, xmlText } from './xml.ts';
import type { XmlElement } from './xml.ts';

/**
 * Signs XML as NCALayer does: an enveloped signature as the last child of the root, over the whole document, by
 * Canonical XML 1.0, with the signer's certificate inside.
 *
 * @returns the document with the signature
 * @throws Error for what is no XML, for XML that is signed already, and for a key of another certificate
 */
export async function signXml(input: {
  xml: string;
  key: PrivateKey;
  /** Must belong to the key. */
  certificate: Certificate;
  primitives: Primitives;
}): Promise<string> {
  const { key, certificate, primitives } = input;
  if (!belongsTo(key, certificate)) throw new Error('The certificate does not belong to the key');
  const xml = xmlText(input.xml);
  const document = parseXml(xml);
  if (document === null) throw new Error('Not XML that can be signed');
  if (elementsOf(document.root).some(isSignature)) throw new Error('The XML is signed already');
  const content = utf8ToBytes(canonicalDocument(document, 'inclusive', null));
  const hash = key.algorithm === 'gost512' ? streebog512(content) : await primitives.hash('sha256', content);
  const names = OWN_NAMES[key.algorithm];
  const signedInfo = [
    '<ds:SignedInfo>',
    `<ds:CanonicalizationMethod Algorithm="${C14N}"/>`,
    `<ds:SignatureMethod Algorithm="${names.signature}"/>`,
    '<ds:Reference URI="">',
    '<ds:Transforms>',
    `<ds:Transform Algorithm="${ENVELOPED}"/>`,
    `<ds:Transform Algorithm="${C14N}#WithComments"/>`,
    '</ds:Transforms>',
    `<ds:DigestMethod Algorithm="${names.digest}"/>`,
    `<ds:DigestValue>${toBase64(hash)}</ds:DigestValue>`,
    '</ds:Reference>',
    '</ds:SignedInfo>',
  ].join('\n');
  const signatureWith = (value: string): string =>
    [
      `<ds:Signature xmlns:ds="${DSIG}">`,
      signedInfo,
      `<ds:SignatureValue>${value}</ds:SignatureValue>`,
      '<ds:KeyInfo>',
      '<ds:X509Data>',
      `<ds:X509Certificate>${toBase64(certificate.der)}</ds:X509Certificate>`,
      '</ds:X509Data>',
      '</ds:KeyInfo>',
      '</ds:Signature>',
    ].join('\n');
  // The bytes of SignedInfo depend on the namespaces around it, so it is read where it will stand.
  const draft = parseXml(insertInRoot(xml, document.root, signatureWith('')))!;
  const info = elementsOf(elementsOf(draft.root).find(isSignature)!)[0]!;
  const toSign = utf8ToBytes(canonicalElement(info, 'inclusive'));
  const { signature } = await signWith(key, toSign, primitives);
  return insertInRoot(xml, document.root, signatureWith(toBase64(signature)));
}

function isSignature({ uri, local }: XmlElement): boolean {
  return uri === DSIG && local === 'Signature';
}

/** Before the end tag of the root, which an empty root gets now. */
function insertInRoot(xml: string, { end_at: at, empty, name }: XmlElement, piece: string): string {
  if (empty) return `${xml.slice(0, at)}>${piece}</${name}>${xml.slice(at + 2)}`;
  return xml.slice(0, at) + piece + xml.slice(at);
}
