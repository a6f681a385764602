import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { listCurrentSignatures } from './signatures.queries.ts';

/** A file of an archive; without bytes when it cannot be read now. */
export interface Paper {
  name: string;
  bytes: Uint8Array | null;
}

/** A paper whose bytes cannot be had for a reason that a person can be told has none. */
export async function readPaper(name: string, read: () => Promise<Uint8Array>): Promise<Paper> {
  const bytes = await read().catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  return { name, bytes };
}

/** The file that both sign, the CMS of each signer and, once there is one, the card with the signatures. */
export async function listPapers(
  { db, store }: Pick<Parts, 'db' | 'store'>,
  drawCard: () => Promise<{ bytes: Uint8Array }>,
  of: {
    key: Parameters<typeof listCurrentSignatures>[1];
    stem: string;
    file: { storage_key: string; sha256: Buffer } | null | undefined;
  },
): Promise<Paper[]> {
  const { key, stem, file } = of;
  if (!file) return [{ name: `${stem}.pdf`, bytes: null }];
  const signatures = await listCurrentSignatures(db, key);
  return [
    await readPaper(`${stem}.pdf`, () => readFileOf(store, file)),
    ...signatures.map(({ side, cms }) => ({ name: `${stem}-${side}.cms`, bytes: cms })),
    ...(signatures.length > 0
      ? [await readPaper(`${stem}-card.pdf`, async () => (await drawCard()).bytes)]
      : []),
  ];
}
