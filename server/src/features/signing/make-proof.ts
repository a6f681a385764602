import { createHash } from 'node:crypto';
import { mergeCms } from '@kelisim/eds/cms/rearrange.ts';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import type { AttachedFile } from '@kelisim/eds/ddc/attachments.ts';
import { buildDdc } from '@kelisim/eds/ddc/build.ts';
import { verifyDdc } from '@kelisim/eds/ddc/verify.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { putFile, readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import {
  findSignedFile,
  listSignaturesOfFile,
  wholeCms,
  type FileSignature,
  type SignedFile,
} from '../signatures/public.ts';
import { judgeFrozen, type JudgedRow } from './judge-frozen.ts';
import { makeProofSheet } from './proof-sheet.ts';
import { addProofFile, findProofFile, type ProofKey, type ProofKind } from './proofs.queries.ts';
import { findFrozen, type Frozen } from './verification.queries.ts';

/** A card proves itself or is none. With two signatures it stays a file that can be checked here again. */
const MOST_LISTS_IN_CARD_BYTES = 8 * 1024 * 1024;

export interface Proof {
  bytes: Uint8Array;
  name: string;
}

const SHAPES = {
  ddc: { ending: '-card.pdf', media_type: 'application/pdf' },
  signed_cms: { ending: '-signatures.cms', media_type: 'application/pkcs7-signature' },
  sign_info: { ending: '-signatures.pdf', media_type: 'application/pdf' },
} as const;

/** One of the papers of a signed file, by its id. */
export async function makeProof(
  parts: Parts,
  company_id: number,
  signed_file_id: number,
  kind: ProofKind,
): Promise<Proof> {
  const file = await findSignedFile(parts.db, company_id, signed_file_id);
  if (!file) throw new Problem('not_found');
  return proveFile(parts, kind, file, await listSignaturesOfFile(parts.db, file));
}

/**
 * The same of a file and its signatures as they were read. It is made when somebody first asks and kept; whoever asks
 * later gets the same bytes, until there are other signatures.
 */
export async function proveFile(
  parts: Parts,
  kind: ProofKind,
  file: SignedFile,
  signatures: readonly FileSignature[],
): Promise<Proof> {
  const frozen = await findFrozen(parts.db, file);
  if (!frozen) throw new Problem('not_found');
  const current = signatures.filter((one) => one.is_current);
  const judged = await judgeFrozen(parts, frozen, current);
  if (judged.length === 0) throw new Problem('proof.not_signed');

  const { company_id } = file;
  const digest = createHash('sha256');
  for (const one of judged) digest.update(createHash('sha256').update(one.row.cms).digest());
  const key: ProofKey = { company_id, signed_file_id: file.id, kind, signatures_digest: digest.digest() };
  const kept = await findKept(parts, key);
  if (kept) return kept;

  const stem = file.name.replace(/\.pdf$/i, '');
  const { ending, media_type } = SHAPES[kind];
  const name = stem + ending;
  const bytes = await drawProof(parts, kind, frozen, { ...file, stem }, judged);
  const stored = await putFile(parts.store, { company_id, kind, name, media_type, bytes });
  if (await addProofFile(parts.db, key, stored)) return { bytes, name };
  // Somebody was faster; the journal of uploads gives our bytes up.
  return orNotFound(await findKept(parts, key));
}

async function findKept({ db, store }: Parts, key: ProofKey): Promise<Proof | null> {
  const kept = await findProofFile(db, key);
  return kept ? { bytes: await readFileOf(store, kept), name: kept.name } : null;
}

type FileRow = { name: string; stem: string; storage_key: string; sha256: Buffer };

async function drawProof(
  parts: Parts,
  kind: ProofKind,
  frozen: Frozen,
  file: FileRow,
  judged: readonly JudgedRow[],
): Promise<Uint8Array> {
  if (kind === 'signed_cms') {
    return mergeJudged(parts, frozen, judged);
  }
  const made_at = parts.clock.now();
  const sheet = {
    frozen,
    file_name: file.name,
    judged,
    check_url: `${parts.config.public_url}/verify/${frozen.file.public_id}`,
    made_at,
  };
  if (kind === 'sign_info') return parts.pdf.renderFacts(makeProofSheet({ ...sheet, inside: null }), made_at);
  return drawCard(parts, sheet, file);
}

/** All signatures in one CMS, each of them as good in it as by itself: what could not be read again is not kept. */
async function mergeJudged(
  { db, nca, clock }: Parts,
  { file }: Frozen,
  judged: readonly JudgedRow[],
): Promise<Uint8Array> {
  const cms = mergeCms(await Promise.all(judged.map((one) => wholeCms(db, one.row))));
  if (!cms) throw new Error('Signatures that were taken do not go into one CMS');
  const { sha256, streebog512 } = file;
  const { trust, primitives } = nca;
  const at = clock.now();
  const verdict = await verifyCms({ cms, digests: { sha256, streebog512 }, trust, primitives, at });
  // Each came with less than a message may have, and all together are more than anybody would read.
  if (verdict.reason === 'too_complex') throw new Problem('proof.too_complex');
  const same = judged.every(({ row, signer }, place) => {
    const again = verdict.signers[place];
    // A signature without a stamp was judged at the time it came in, which the message does not say.
    return again !== undefined && (again.reason === signer.reason || !row.stamped_at);
  });
  if (!same || verdict.signers.length !== judged.length)
    throw new Error(`Signatures do not hold in one CMS: ${verdict.reason}`);
  return cms;
}

/** A card that its own rules would not let pass is not given out at all. */
async function drawCard(
  parts: Parts,
  sheet: Omit<Parameters<typeof makeProofSheet>[0], 'inside'>,
  file: FileRow,
): Promise<Uint8Array> {
  const inTime = sheet.judged.toSorted(
    (a, b) => (a.signer.stamped_at?.getTime() ?? 0) - (b.signer.stamped_at?.getTime() ?? 0),
  );
  const signatures = await Promise.all(
    inTime.map(async ({ row }) => ({
      name: `${file.stem}-${row.side}.cms`,
      cms: await wholeCms(parts.db, row, MOST_LISTS_IN_CARD_BYTES),
      signer: row.name,
    })),
  );
  const inside = [file.name, ...signatures.map(({ name }) => name)];
  const drawn = makeProofSheet({ ...sheet, judged: inTime, inside });
  const document = {
    name: file.name,
    bytes: await readFileOf(parts.store, file),
    mime: 'application/pdf',
  };
  const draw = (files: readonly AttachedFile[]) => parts.pdf.renderFacts(drawn, sheet.made_at, files);
  const built = await buildDdc({ draw, document, signatures });
  if (built.status === 'error') throw incomplete(built.reason);
  const verdict = await verifyDdc({
    pdf: built.pdf,
    trust: parts.nca.trust,
    primitives: parts.nca.primitives,
    attachments: parts.pdf.ownFiles,
  });
  if (verdict.status !== 'valid') throw incomplete(verdict.reason ?? 'other');
  return built.pdf;
}

function incomplete(reason: string): Problem {
  return new Problem('proof.incomplete', { values: { reason } });
}
