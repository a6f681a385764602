import type { Answer } from '../../platform/api.ts';

export type VerifiedDocument = Answer<'verification.document'>;

/** Signatures under a document in these states bind nobody, however right they are. */
const VOID: readonly string[] = ['draft', 'returned', 'annulled', 'refused', 'terminated', 'deleted'];

export type Warning = 'old' | 'void' | null;
export type Outcome = 'both' | 'alone' | 'business' | 'executor' | 'none' | 'bad' | 'unsure';

/** What must be said before anything is said of the signatures. */
export function warningOf({ is_current, status }: Pick<VerifiedDocument, 'is_current' | 'status'>): Warning {
  if (!is_current) return 'old';
  return VOID.includes(status.code) ? 'void' : null;
}

/** The check in a word: one bad signature outweighs all good ones. */
export function outcomeOf(
  signatures: readonly { card: { side: 'business' | 'executor' }; verdict: { status: string } }[],
  signers: readonly string[] = ['business', 'executor'],
): Outcome {
  const has = (status: string) => signatures.some(({ verdict }) => verdict.status === status);
  if (has('invalid')) return 'bad';
  if (has('indeterminate')) return 'unsure';
  const sides = new Set(signatures.map(({ card }) => card.side));
  if (sides.size === 2) return 'both';
  if (signers.length === 1 && sides.size === 1) return 'alone';
  return [...sides][0] ?? 'none';
}
