import { equalBytes } from '../bytes.ts';
import type { Primitives } from '../primitives.ts';
import type { ReasonCode } from '../reasons.ts';
import type { Certificate } from './certificate.ts';
import { fingerprintOf } from './known-certificates.ts';
import { checkLink, isSelfIssued } from './trust.ts';
import type { TrustStore } from './trust.ts';

export { buildTrust } from './trust.ts';
export type { TrustStore } from './trust.ts';

/**
 * Says whether an authority that is not among the trusted ones was revoked at a moment, by a list of the root that
 * issued it; a throw does not happen.
 */
export type ProveAuthority = (
  authority: Certificate,
  root: Certificate,
  at: Date,
) => Promise<'good' | 'revoked' | 'unknown' | 'not_checked'>;

/** Without `reason` the chain holds: it goes from the certificate to a pinned root, both included. */
export interface ChainVerdict {
  reason?: ReasonCode;
  chain: Certificate[];
}

/** Signer, issuing authority, root, and two in reserve. */
const LONGEST_CHAIN = 5;

/** Authorities that name each other in a hostile message must not make the search endless. */
const MOST_LINKS = 50;

/** The further a search came, the better its failure explains what is wrong. */
const TELLING: readonly ReasonCode[] = [
  'issuer_unknown',
  'issuer_unproven',
  'root_not_pinned',
  'issuer_not_authority',
  'issuer_signature_wrong',
  'algorithm_unsupported',
  'weak_algorithm',
  'critical_extension_unknown',
  'issuer_expired',
  'issuer_revoked',
  'certificate_denied',
];

/**
 * Goes from a certificate up to a pinned root (RFC 5280, 6, as far as НУЦ РК uses it): names and key
 * identifiers, signatures, authority marks, path length and validity of each authority at `at`.
 * The validity of the certificate itself is checked too. What the trust store denies since a moment not after `at` is
 * refused before anything else.
 *
 * @param input.others further certificates that may lie between, such as those inside a CMS; one of them counts when a
 *   pinned root issued it and `prove` shows that it was in force
 */
export async function verifyChain(input: {
  certificate: Certificate;
  others?: readonly Certificate[];
  trust: TrustStore;
  at: Date;
  primitives: Primitives;
  prove?: ProveAuthority;
}): Promise<ChainVerdict> {
  const { certificate, at, trust } = input;
  const start = [certificate];
  if (await isDenied(trust, certificate, input)) return { reason: 'certificate_denied', chain: start };
  if (certificate.unknown_critical.length > 0) return { reason: 'critical_extension_unknown', chain: start };
  if (at < certificate.not_before) return { reason: 'certificate_not_yet_valid', chain: start };
  if (at > certificate.not_after) return { reason: 'certificate_expired', chain: start };
  if (trust.roots.length === 0) return { reason: 'no_trust', chain: start };
  // A chain that held leads to a pinned root whatever else came along; its authorities must only still be in time.
  const known = goodChains.get(trust)?.get(certificate);
  if (known?.every((link) => at >= link.not_before && at <= link.not_after)) {
    for (const link of known)
      if (await isDenied(trust, link, input)) return { reason: 'certificate_denied', chain: [...known] };
    return { chain: [...known] };
  }
  const authorities = [...trust.roots, ...trust.intermediates, ...(input.others ?? [])];
  const verdict = await climb(start, { ...input, authorities, budget: { links: MOST_LINKS } });
  const [, ...issuers] = verdict.chain;
  // What somebody had to prove was proven for this moment alone.
  if (verdict.reason === undefined && issuers.every((one) => isTrusted(trust, one))) {
    let chains = goodChains.get(trust);
    if (chains === undefined) goodChains.set(trust, (chains = new WeakMap()));
    chains.set(certificate, verdict.chain);
  }
  return verdict;
}

/** Chains that held once, by the objects of their certificates, which known certificates keep. */
const goodChains = new WeakMap<TrustStore, WeakMap<Certificate, readonly Certificate[]>>();

function isTrusted({ roots, intermediates }: TrustStore, certificate: Certificate): boolean {
  return [...roots, ...intermediates].some((one) => equalBytes(one.der, certificate.der));
}

async function isDenied(
  { denied }: TrustStore,
  certificate: Certificate,
  { at, primitives }: { at: Date; primitives: Primitives },
): Promise<boolean> {
  if (denied.size === 0) return false;
  const from = denied.get((await fingerprintOf(certificate, primitives)).hex)?.from;
  return from !== undefined && from <= at;
}

interface Search {
  trust: TrustStore;
  at: Date;
  primitives: Primitives;
  prove?: ProveAuthority;
  authorities: readonly Certificate[];
  budget: { links: number };
}

async function climb(path: Certificate[], search: Search): Promise<ChainVerdict> {
  const last = path.at(-1)!;
  if (search.trust.roots.some((root) => equalBytes(root.der, last.der))) {
    const reason = await whyUnproven(path, search);
    return { chain: path, ...(reason !== undefined && { reason }) };
  }
  if (isSelfIssued(last)) return { reason: 'root_not_pinned', chain: path };
  let failure: ChainVerdict = { reason: 'issuer_unknown', chain: path };
  if (path.length >= LONGEST_CHAIN) return failure;
  for (const issuer of search.authorities) {
    if (!equalBytes(issuer.subject.der, last.issuer.der)) continue;
    if (last.aki !== null && issuer.ski !== null && last.aki !== issuer.ski) continue;
    if (search.budget.links-- <= 0) return failure;
    const reason = await judgeIssuer(path, issuer, search);
    const verdict: ChainVerdict =
      reason === undefined ? await climb([...path, issuer], search) : { reason, chain: path };
    if (verdict.reason === undefined) return verdict;
    if (TELLING.indexOf(verdict.reason) >= TELLING.indexOf(failure.reason!)) failure = verdict;
  }
  return failure;
}

/** Authorities that only came along: the root itself must have issued each, and show that it was in force. */
async function whyUnproven(
  path: readonly Certificate[],
  { trust, prove, at }: Search,
): Promise<ReasonCode | undefined> {
  for (const [place, authority] of path.entries()) {
    if (place === 0 || isTrusted(trust, authority)) continue;
    const root = path[place + 1]!;
    const isRoot = trust.roots.some((one) => equalBytes(one.der, root.der));
    const said = isRoot && prove !== undefined ? await prove(authority, root, at) : 'unknown';
    if (said !== 'good') return said === 'revoked' ? 'issuer_revoked' : 'issuer_unproven';
  }
  return undefined;
}

async function judgeIssuer(
  path: readonly Certificate[],
  issuer: Certificate,
  { trust, at, primitives }: Search,
): Promise<ReasonCode | undefined> {
  const between = path.length - 1;
  if (await isDenied(trust, issuer, { at, primitives })) return 'certificate_denied';
  if (!issuer.is_ca || !issuer.key_usage.includes('key_cert_sign')) return 'issuer_not_authority';
  if (issuer.path_length !== null && between > issuer.path_length) return 'issuer_not_authority';
  if (issuer.unknown_critical.length > 0) return 'critical_extension_unknown';
  if (at < issuer.not_before || at > issuer.not_after) return 'issuer_expired';
  switch (await checkLink(trust, path.at(-1)!, issuer, primitives)) {
    case 'good':
      return undefined;
    case 'bad':
      return 'issuer_signature_wrong';
    case 'weak':
      return 'weak_algorithm';
    case 'unsupported':
      return 'algorithm_unsupported';
  }
}
