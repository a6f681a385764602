import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { toVerdict } from './verdict.view.ts';

/** Checks what somebody holds in his hands: a file and its detached CMS, or a CMS that carries its content. */
export async function verifyFiles(parts: Parts, files: { file?: Upload; cms?: Upload }) {
  const cms = await files.cms!.read();
  const content = files.file ? await files.file.read() : undefined;
  const verdict = await verifyCms({
    cms,
    ...(content ? { content } : {}),
    trust: parts.nca.trust,
    primitives: parts.nca.primitives,
    at: parts.clock.now(),
  });
  return {
    status: verdict.status,
    reason: verdict.reason ?? null,
    sha256: files.file ? files.file.sha256.toString('hex') : null,
    signers: verdict.signers.map(toVerdict),
  };
}
