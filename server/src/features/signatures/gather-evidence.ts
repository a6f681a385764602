import { createHash } from 'node:crypto';
import { parseCms } from '@kelisim/eds/cms/parse.ts';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { embedRevocationProof } from '@kelisim/eds/revocation/embed.ts';
import type { RevocationProof } from '@kelisim/eds/revocation/port.ts';
import { embedTimestamp } from '@kelisim/eds/timestamp/embed.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Nca } from '../../adapters/nca/nca.ts';
import { judgeVerdict, type FileDigests, type GoodSigner } from './judge-signature.ts';

/** What a signature needs before it counts, and has not got yet. */
export type MissingProof = 'revocation' | 'timestamp';

/** A signature with all that could be found out about it without knowing whose it must be. */
export interface Evidence {
  /** The bytes it was held against. */
  file_id: number;
  /** SHA-256 of the signature value: the same whatever proofs are put around it. */
  value_digest: Buffer;
  /** Why it can never count; it has no further fields of worth then. */
  problem: Problem | null;
  /** The CMS with the proofs that were had. */
  cms: Buffer;
  signer: GoodSigner | null;
  revocation_source: 'ocsp' | 'crl' | null;
  /** Lists that prove it and are too long to lie in it. */
  lists: readonly Uint8Array[];
  missing: MissingProof[];
}

/** A proof lies inside the signature as long as it is no list of thousands; such a one is kept once for all. */
const LONGEST_PROOF_BYTES = 64 * 1024;

/** By what a signature is known, whatever proofs lie around it. For what is no CMS, its bytes. */
export function digestOfValue(value: Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

/**
 * Verifies a signature over our bytes and gathers its proofs: the word of НУЦ РК on the certificate, and a time stamp
 * where the signer brought none. Asks the network, so it is called outside of any transaction. Never throws for what
 * the signature is; what is wrong with it is said to whoever may see the document.
 *
 * @param ask false for a signature that was taken before: it is verified, and nobody is asked about it again
 */
export async function gatherEvidence(
  nca: Nca,
  given: Buffer,
  file: FileDigests & { id: number },
  at: Date,
  ask = true,
  value = valueOf(given),
): Promise<Evidence> {
  const evidence: Evidence = {
    file_id: file.id,
    value_digest: digestOfValue(value),
    problem: null,
    cms: given,
    signer: null,
    revocation_source: null,
    lists: [],
    missing: [],
  };
  let signer: GoodSigner;
  try {
    signer = await judgeCms(nca, given, { digests: file }, at, ask);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...evidence, problem: error };
  }
  const answer = signer.revocation_answer;
  if (answer?.status === 'unknown') evidence.missing.push('revocation');
  let cms: Uint8Array = given;
  if (ask && signer.timestamp !== 'good') {
    // Like `revocation`: a throw is no answer, and the signature waits for one.
    const stamp = await nca.timestamps.stamp(value).catch(() => null);
    if (stamp?.status === 'ok') {
      cms = embedTimestamp(cms, stamp.token)!;
      signer = { ...signer, timestamp: 'good', stamped_at: stamp.info.gen_time };
    } else evidence.missing.push('timestamp');
  }
  // With a stamp yet to come, the proof of now would be too old to go with it.
  const proof = evidence.missing.length === 0 ? answer?.proof : undefined;
  const lists = proof ? longListsOf(proof) : [];
  if (proof && lists.length === 0) cms = embedRevocationProof(cms, proof) ?? cms;
  return { ...evidence, cms: Buffer.from(cms), lists, signer, revocation_source: answer?.source ?? null };
}

/**
 * The one signer of a CMS over what it must be over; a `Problem` says what is wrong. That nobody knows whether the
 * certificate was revoked is not wrong here: `revocation_answer` says it.
 */
export async function judgeCms(
  nca: Nca,
  cms: Uint8Array,
  over: { digests: FileDigests } | { content: Uint8Array },
  at: Date,
  ask = true,
): Promise<GoodSigner> {
  return judgeVerdict(
    await verifyCms({
      cms,
      ...('content' in over
        ? over
        : { digests: { sha256: over.digests.sha256, streebog512: over.digests.streebog512 } }),
      trust: nca.trust,
      primitives: nca.primitives,
      ...(ask && { revocation: nca.revocation }),
      at,
    }),
  );
}

/** The value of the one signature in a CMS; for what is no CMS, its bytes. */
export function valueOf(cms: Uint8Array): Uint8Array {
  const parsed = parseCms(cms);
  return 'reason' in parsed ? cms : (parsed.signed_data.signers[0]?.signature ?? cms);
}

function longListsOf(proof: RevocationProof): readonly Uint8Array[] {
  if (proof.kind === 'ocsp') return [];
  const size = proof.ders.reduce((sum, der) => sum + der.length, 0);
  return size > LONGEST_PROOF_BYTES ? proof.ders : [];
}
