import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTrustFromFiles } from '@kelisim/eds/x509/trust-files.ts';
import { nodePrimitives } from '../../../platform/node-primitives.ts';
import type { NcaTrust } from '../nca.ts';

/**
 * Certificates of НУЦ РК from a folder. Roots are believed only when their SHA-256 is pinned in the code or in the
 * folder's `pins.txt`; an empty folder is refused, for every signature would be refused after it.
 */
export async function folderNca(folder: string): Promise<NcaTrust> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
  const trust = await buildTrustFromFiles({ files, primitives: nodePrimitives });
  if (trust.roots.length === 0) throw new Error(`No pinned root of НУЦ РК lies in ${folder}.`);
  return { trust, primitives: nodePrimitives };
}
