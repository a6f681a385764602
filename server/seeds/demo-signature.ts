import { signCms } from '@kelisim/eds/cms/sign.ts';
import { nodePrimitives } from '../src/platform/node-primitives.ts';
import type { Member } from './demo-members.ts';

/** Signs the digests of a frozen file as the browser does. */
export async function signFrozen(
  member: Pick<Member, 'signing'>,
  file: { sha256: Buffer; streebog512: Buffer | null },
  signing_time: Date,
): Promise<Buffer> {
  const cms = await signCms({
    digest: { sha256: file.sha256, streebog512: file.streebog512! },
    ...member.signing,
    signing_time,
    primitives: nodePrimitives,
  });
  return Buffer.from(cms);
}
