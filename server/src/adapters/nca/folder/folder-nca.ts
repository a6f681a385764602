import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTrustFromFiles } from '@kelisim/eds/x509/trust-files.ts';
import { nodePrimitives } from '../../../platform/node-primitives.ts';
import { StartRefused } from '../../../platform/start-refused.ts';
import type { NcaTrust } from '../nca.ts';

/**
 * Certificates of НУЦ РК from a folder. Roots are believed only when their SHA-256 is pinned in the code or in the
 * folder's `pins.txt`; an empty folder is refused, for every signature would be refused after it.
 * @throws {StartRefused}
 */
export async function folderNca(folder: string): Promise<NcaTrust> {
  if (!existsSync(folder)) throw new StartRefused(`TRUST_DIR names ${folder}, which is not there.`);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
  const trust = await buildTrustFromFiles({ files, primitives: nodePrimitives });
  if (trust.roots.length === 0)
    throw new StartRefused(
      `No pinned root of НУЦ РК lies in ${folder}: bring the certificates with "npm run trust -- update".`,
    );
  return { trust, primitives: nodePrimitives };
}
