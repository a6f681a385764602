import type { SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { SignatureVerdict } from '@kelisim/shared/features/signing/verification.contract.ts';

/** «On behalf of an organisation» says nothing beside what the person is there. */
export function rightsToSay(rights: readonly string[]): string[] {
  const closer = rights.filter((right) => right !== 'organisation');
  return closer.length > 0 ? closer : [...rights];
}

/**
 * A check made now asks no service; what was proved when the signature was taken is kept on its card. Where the card knows
 * more, it speaks.
 */
export function revocationOf(
  verdict: SignatureVerdict,
  card?: SignatureCard,
): SignatureVerdict['revocation'] {
  return verdict.revocation === 'not_checked' ? (card?.revocation ?? 'not_checked') : verdict.revocation;
}

export function timestampOf(verdict: SignatureVerdict, card?: SignatureCard): SignatureVerdict['timestamp'] {
  return card?.timestamp === 'good' ? 'good' : verdict.timestamp;
}

/** By which digest a signature of this algorithm meets the bytes of its file. */
export function overWord(algorithm: string): 'bytes_gost512' | 'bytes_rsa' {
  return algorithm === 'rsa' ? 'bytes_rsa' : 'bytes_gost512';
}

/** Authorities of the sandbox call themselves so; their certificates bind nobody. */
export function isSandbox({ certificate_issuer }: SignatureVerdict): boolean {
  return certificate_issuer?.startsWith('SANDBOX') ?? false;
}
