import { oidOf, readAsn1, smallOf } from '../asn1/read.ts';
import type { Asn1 } from '../asn1/read.ts';
import { bytesToLatin1, toHex } from '../bytes.ts';
import { OID } from '../oids.ts';

export type KeyUsage =
  | 'digital_signature'
  | 'non_repudiation'
  | 'key_encipherment'
  | 'data_encipherment'
  | 'key_agreement'
  | 'key_cert_sign'
  | 'crl_sign'
  | 'encipher_only'
  | 'decipher_only';

const KEY_USAGES: readonly KeyUsage[] = [
  'digital_signature',
  'non_repudiation',
  'key_encipherment',
  'data_encipherment',
  'key_agreement',
  'key_cert_sign',
  'crl_sign',
  'encipher_only',
  'decipher_only',
];

/** What the known extensions say; hex is lower case. */
export interface Extensions {
  key_usage: KeyUsage[];
  extended_key_usage: string[];
  policies: string[];
  ski: string | null;
  aki: string | null;
  is_ca: boolean;
  path_length: number | null;
  ocsp_urls: string[];
  issuer_urls: string[];
  crl_urls: string[];
  delta_crl_urls: string[];
  /** rfc822Name of subjectAltName. */
  alternative_email: string | null;
  /** OIDs of critical extensions that nobody here understands: such a certificate must not be trusted. */
  unknown_critical: string[];
}

const UNDERSTOOD = new Set<string>([
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.keyUsage,
  OID.extendedKeyUsage,
  OID.certificatePolicies,
  OID.basicConstraints,
  OID.authorityInfoAccess,
  OID.crlDistributionPoints,
  OID.freshestCrl,
  OID.subjectAltName,
]);

/** Reads the SEQUENCE of extensions (RFC 5280, 4.2); null when it is broken or names one extension twice. */
export function readExtensions(list: Asn1 | undefined): Extensions | null {
  const out: Extensions = {
    key_usage: [],
    extended_key_usage: [],
    policies: [],
    ski: null,
    aki: null,
    is_ca: false,
    path_length: null,
    ocsp_urls: [],
    issuer_urls: [],
    crl_urls: [],
    delta_crl_urls: [],
    alternative_email: null,
    unknown_critical: [],
  };
  const seen = new Set<string>();
  for (const extension of list?.children ?? []) {
    const [first, second, third] = extension.children;
    const type = oidOf(first);
    const critical = second?.tag === 0x01 && second.body[0] !== 0;
    const holder = second?.tag === 0x01 ? third : second;
    if (type === null || holder?.tag !== 0x04 || seen.has(type)) return null;
    seen.add(type);
    if (critical && !UNDERSTOOD.has(type)) out.unknown_critical.push(type);
    const value = readAsn1(holder.body, 'der');
    if (value !== null) take(out, type, value);
    else if (UNDERSTOOD.has(type)) return null;
  }
  return out;
}

function take(out: Extensions, type: string, value: Asn1): void {
  switch (type) {
    case OID.keyUsage:
      out.key_usage = KEY_USAGES.filter(
        (_, bit) => ((value.body[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0,
      );
      break;
    case OID.extendedKeyUsage:
      out.extended_key_usage = value.children.map(oidOf).filter((id) => id !== null);
      break;
    case OID.certificatePolicies:
      out.policies = value.children.map((policy) => oidOf(policy.children[0])).filter((id) => id !== null);
      break;
    case OID.subjectKeyIdentifier:
      out.ski = toHex(value.body);
      break;
    case OID.authorityKeyIdentifier: {
      const id = value.children.find((child) => child.tag === 0x80);
      out.aki = id === undefined ? null : toHex(id.body);
      break;
    }
    case OID.basicConstraints:
      out.is_ca = value.children[0]?.tag === 0x01 && value.children[0].body[0] !== 0;
      out.path_length = smallOf(value.children[out.is_ca ? 1 : 0]);
      break;
    case OID.authorityInfoAccess:
      for (const access of value.children) {
        const method = oidOf(access.children[0]);
        const urls =
          method === OID.accessOcsp ? out.ocsp_urls : method === OID.accessCaIssuers ? out.issuer_urls : [];
        urls.push(...urlsIn(access));
      }
      break;
    case OID.crlDistributionPoints:
      out.crl_urls = urlsIn(value);
      break;
    case OID.freshestCrl:
      out.delta_crl_urls = urlsIn(value);
      break;
    case OID.subjectAltName: {
      const email = value.children.find((child) => child.tag === 0x81);
      out.alternative_email = email === undefined ? null : bytesToLatin1(email.body);
      break;
    }
  }
}

/** Each uniformResourceIdentifier [6] at any depth. */
function urlsIn(node: Asn1): string[] {
  return node.tag === 0x86 ? [bytesToLatin1(node.body)] : node.children.flatMap(urlsIn);
}
