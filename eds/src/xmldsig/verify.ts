import { decodeBase64 } from '../base64.ts';
import { bytesToUtf8, equalBytes, latin1ToBytes, utf8ToBytes } from '../bytes.ts';
import { judgeCertificate } from '../cms/judge-certificate.ts';
import type { JudgedCertificate, KeyPurpose } from '../cms/judge-certificate.ts';
import type { Primitives } from '../primitives.ts';
import { statusOfReason } from '../reasons.ts';
import type { ReasonCode, VerdictStatus } from '../reasons.ts';
import type { RevocationPort } from '../revocation/port.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { TrustStore } from '../x509/chain.ts';
import { readKnownCertificate } from '../x509/known-certificates.ts';
import { subjectRights } from '../x509/rights.ts';
import type { SubjectRight } from '../x509/rights.ts';
import { checkSignature, computeDigest, isWeakDigest } from '../x509/signature.ts';
import { C14N_KINDS, DIGESTS, DSIG, ENVELOPED, SIGNATURES } from './algorithms.ts';
import { canonicalDocument, canonicalElement } from './c14n.ts';
import type { C14nKind } from './c14n.ts';
import { attributeOf, elementsOf, parseXml, textOfElement, xmlText } from './xml.ts';
import type { XmlDocument, XmlElement } from './xml.ts';

export interface VerifyXmlInput {
  /** UTF-8. */
  xml: Uint8Array | string;
  trust: TrustStore;
  /** `login` takes keys for signing in too; `sign` by default. */
  purpose?: KeyPurpose;
  at?: Date;
  primitives: Primitives;
  revocation?: RevocationPort;
}

export interface XmlVerdict {
  status: VerdictStatus;
  reason?: ReasonCode;
  /**
   * What was signed: the document without its signature, in canonical form and without comments. Read this and
   * nothing else of the document. Only when the mathematics is right.
   */
  content?: string;
  certificate?: Certificate;
  rights: SubjectRight[];
  iin?: string;
  bin?: string;
  name?: string;
  revocation: JudgedCertificate['revocation'];
  /** Subjects from the signer's certificate to the root, as far as the chain was found. */
  chain: string[];
}

/**
 * Verifies an enveloped signature of the form of НУЦ РК: one signature, the last word of its root element, over the
 * whole document by one reference, and a certificate inside that leads to a pinned root. Everything that would allow
 * to sign one part and to show another is refused: other references, further transformations, signatures elsewhere,
 * Objects, document types. Never throws.
 */
export async function verifyXml(input: VerifyXmlInput): Promise<XmlVerdict> {
  try {
    return await judge(input);
  } catch {
    return refusal('internal_error');
  }
}

function refusal(reason: ReasonCode): XmlVerdict {
  return { status: statusOfReason(reason), reason, rights: [], revocation: 'not_checked', chain: [] };
}

async function judge(input: VerifyXmlInput): Promise<XmlVerdict> {
  const { primitives } = input;
  const text = xmlText(typeof input.xml === 'string' ? input.xml : bytesToUtf8(input.xml));
  const document = parseXml(text);
  // Bytes that are no UTF-8 came out as U+FFFD: another reader might see other text.
  if (document === null || text.includes('\ufffd')) return refusal('not_xml');
  const signatures = findSignatures(document.root);
  if (signatures.length === 0) return refusal('no_signers');
  const form = signatures.length === 1 ? readForm(signatures[0]!, document) : null;
  if (form === null) return refusal('xml_form_refused');
  const { certificate } = form;
  const { subject } = certificate;
  const verdict: XmlVerdict = {
    ...refusal('signature_wrong'),
    certificate,
    rights: subjectRights(certificate),
    ...(subject.iin !== undefined && { iin: subject.iin }),
    ...(subject.bin !== undefined && { bin: subject.bin }),
    ...(subject.common_name !== undefined && { name: subject.common_name }),
  };
  const fail = (reason: ReasonCode): XmlVerdict => ({ ...verdict, status: statusOfReason(reason), reason });

  const digest = DIGESTS[form.digest_method];
  const algorithm = SIGNATURES[form.signature_method];
  if (digest === undefined || algorithm === undefined) return fail('algorithm_unsupported');
  if (isWeakDigest(digest)) return fail('weak_algorithm');
  const content = canonicalDocument(document, form.content_c14n, form.signature);
  const hash = await computeDigest(digest, utf8ToBytes(content), primitives);
  if (hash === null || !equalBytes(hash, form.digest_value)) return fail('digest_mismatch');
  const check = await checkSignature({
    spki: certificate.spki,
    algorithm,
    data: utf8ToBytes(canonicalElement(form.signed_info, form.info_c14n)),
    signature: form.signature_value,
    primitives,
  });
  if (check === 'bad') return fail('signature_wrong');
  if (check === 'weak') return fail('weak_algorithm');
  if (check === 'unsupported') return fail('algorithm_unsupported');
  verdict.content = content;

  const judged = await judgeCertificate({
    certificate,
    others: form.others,
    purpose: input.purpose ?? 'sign',
    at: input.at ?? new Date(),
    trust: input.trust,
    primitives,
    ...(input.revocation !== undefined && { revocation: input.revocation }),
  });
  verdict.revocation = judged.revocation;
  verdict.chain = judged.chain.map((link) => link.subject.dn);
  if (judged.reason !== undefined) return fail(judged.reason);
  delete verdict.reason;
  return { ...verdict, status: 'valid' };
}

function findSignatures(element: XmlElement): XmlElement[] {
  const here = element.uri === DSIG && element.local === 'Signature' ? [element] : [];
  return [...here, ...elementsOf(element).flatMap(findSignatures)];
}

interface Form {
  signature: XmlElement;
  signed_info: XmlElement;
  info_c14n: C14nKind;
  content_c14n: C14nKind;
  signature_method: string;
  digest_method: string;
  digest_value: Uint8Array;
  signature_value: Uint8Array;
  certificate: Certificate;
  others: Certificate[];
}

/** The one form that is taken; null for every other. */
function readForm(signature: XmlElement, { root }: XmlDocument): Form | null {
  if (signature.parent !== root) return null;
  const [info, value, keyInfo, ...further] = childrenNamed(
    signature,
    'SignedInfo',
    'SignatureValue',
    'KeyInfo',
  );
  if (info === undefined || value === undefined || keyInfo === undefined || further.length > 0) return null;
  const [c14n, method, reference, ...more] = childrenNamed(
    info,
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  );
  if (c14n === undefined || method === undefined || reference === undefined || more.length > 0) return null;
  const [transforms, digest, digestValue, ...rest] = childrenNamed(
    reference,
    'Transforms',
    'DigestMethod',
    'DigestValue',
  );
  if (transforms === undefined || digest === undefined || digestValue === undefined || rest.length > 0)
    return null;
  if (attributeOf(reference, 'URI') !== '') return null;
  const steps = elementsOf(transforms);
  if (steps.some((step) => step.uri !== DSIG || step.local !== 'Transform' || elementsOf(step).length > 0))
    return null;
  const [enveloped, canonical, ...others] = steps.map((step) => attributeOf(step, 'Algorithm') ?? '');
  const infoKind = elementsOf(c14n).length > 0 ? undefined : C14N_KINDS[attributeOf(c14n, 'Algorithm') ?? ''];
  const contentKind = canonical === undefined ? 'inclusive' : C14N_KINDS[canonical];
  if (enveloped !== ENVELOPED || others.length > 0 || infoKind === undefined || contentKind === undefined)
    return null;
  const certificates = certificatesIn(keyInfo);
  const hash = base64Of(digestValue);
  const signed = base64Of(value);
  const [certificate] = certificates;
  if (certificate === undefined || hash === null || signed === null) return null;
  return {
    signature,
    signed_info: info,
    info_c14n: infoKind,
    content_c14n: contentKind,
    signature_method: attributeOf(method, 'Algorithm') ?? '',
    digest_method: attributeOf(digest, 'Algorithm') ?? '',
    digest_value: hash,
    signature_value: signed,
    certificate,
    others: certificates,
  };
}

/** The children when they are exactly these, in this order; else none. */
function childrenNamed(element: XmlElement, ...names: string[]): XmlElement[] {
  const children = elementsOf(element);
  const same = children.every(({ uri, local }, i) => uri === DSIG && local === names[i]);
  return same && children.length === names.length ? children : [];
}

/** The first is the signer's. */
function certificatesIn(keyInfo: XmlElement): Certificate[] {
  return elementsOf(keyInfo)
    .filter(({ uri, local }) => uri === DSIG && local === 'X509Data')
    .flatMap(elementsOf)
    .filter(({ uri, local }) => uri === DSIG && local === 'X509Certificate')
    .map(base64Of)
    .map((der) => (der === null ? null : readKnownCertificate(der)))
    .filter((certificate) => certificate !== null);
}

function base64Of(element: XmlElement): Uint8Array | null {
  const text = textOfElement(element);
  return text === null ? null : decodeBase64(latin1ToBytes(text));
}
