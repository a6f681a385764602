import { parseCms } from '@kelisim/eds/cms/parse.ts';
import { verifyCms, type SignerVerdict } from '@kelisim/eds/cms/verify.ts';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { verifyDdc } from '@kelisim/eds/ddc/verify.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { createHash } from 'node:crypto';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { ACT_JSON } from '../acts/public.ts';
import { toVerdict } from './verdict.view.ts';

/**
 * Verifies files that a visitor has: a file and its detached CMS, a CMS that carries its content, or an
 * electronic document card, which carries both.
 */
export async function verifyFiles(parts: Parts, files: { file?: Upload; cms?: Upload }) {
  if (!files.cms) {
    if (!files.file) throw new Problem('field.required', { field: 'cms' });
    return verifyCard(parts, files.file);
  }
  // Text of megabytes is not decoded where everybody waits.
  const cms = await parts.file_checks.unarmour(await files.cms.read());
  const asked = {
    cms,
    ...(files.file && (await overOf(files.file, cms))),
    trust: parts.nca.trust,
    primitives: parts.nca.primitives,
    at: parts.clock.now(),
    allow_unbound: true,
  };
  const alone = await verifyCms(asked);
  // НУЦ is asked about a good signature that does not carry the proof itself.
  const verdict =
    alone.status === 'valid' && alone.signers.some((signer) => signer.revocation === 'not_checked')
      ? await verifyCms({ ...asked, revocation: parts.nca.revocation })
      : alone;
  return {
    status: verdict.status,
    reason: verdict.reason ?? null,
    sha256: files.file ? files.file.sha256.toString('hex') : null,
    card: null,
    signers: verdict.signers.map(toVerdict),
  };
}

/**
 * What the signatures must be over, hashed once for all of them: a document of twenty megabytes is judged a second
 * time with the word of НУЦ. The document itself where somebody signed by a hash of another kind.
 */
async function overOf(
  file: Upload,
  cms: Uint8Array,
): Promise<{ content: Uint8Array } | { digests: { sha256: Uint8Array; streebog512?: Uint8Array } }> {
  const content = await file.read();
  const parsed = parseCms(cms);
  const kinds = 'reason' in parsed ? [] : parsed.signed_data.signers.map((one) => one.digest_algorithm);
  if (kinds.some((kind) => kind !== OID.sha256 && kind !== OID.streebog512)) return { content };
  const { sha256 } = file;
  return {
    digests: kinds.includes(OID.streebog512) ? { sha256, streebog512: streebog512(content) } : { sha256 },
  };
}

async function verifyCard(parts: Parts, file: Upload) {
  const pdf = await file.read();
  const verdict = await verifyDdc({
    pdf,
    trust: parts.nca.trust,
    primitives: parts.nca.primitives,
    attachments: parts.pdf.files,
    allow_unbound: true,
  });
  const { document } = verdict;
  // The data of an act lie in its own PDF: that is no card.
  const is_paper =
    verdict.reason === 'no_signatures' &&
    (await parts.pdf.files.read(pdf))?.every(({ name }) => name === ACT_JSON);
  const other = document ? null : await sayOtherPdf(parts, pdf);
  return {
    status: other?.status ?? verdict.status,
    reason: other?.reason ?? (is_paper ? 'no_document' : verdict.reason) ?? null,
    sha256: file.sha256.toString('hex'),
    card: document
      ? {
          name: document.name,
          size: document.bytes.length,
          sha256: createHash('sha256').update(document.bytes).digest('hex'),
        }
      : null,
    signers: verdict.signatures.map(({ status, reason, signer }) => ({
      ...toVerdict(signer ?? NOBODY),
      // The card asks more of a signature than the signature does.
      status,
      reason: reason ?? null,
    })),
  };
}

/** Of a PDF that is no card: what kept us from looking at it, or at the signature inside it. */
async function sayOtherPdf(parts: Parts, pdf: Uint8Array) {
  const check = await parts.pdf.checkPdf(pdf);
  if (check.status === 'refused')
    return check.code === 'pdf_encrypted'
      ? { status: 'indeterminate' as const, reason: 'pdf_encrypted' }
      : null;
  return check.signed ? { status: 'indeterminate' as const, reason: 'pdf_signature_unread' } : null;
}

/** A signature that could not even be read. */
const NOBODY: SignerVerdict = {
  status: 'invalid',
  remarks: [],
  rights: [],
  algorithm: 'unknown',
  revocation: 'not_checked',
  timestamp: 'absent',
  chain: [],
};
