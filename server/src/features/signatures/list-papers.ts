import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import {
  findSignedFile,
  listSignaturesOfFile,
  type FileSignature,
  type SignedFile,
} from './signatures.queries.ts';

/** The card of a signed file; throws a `Problem` where there can be none yet. The caller may see what it is given. */
export type DrawCard = (
  file: SignedFile,
  signatures: readonly FileSignature[],
) => Promise<{ bytes: Uint8Array }>;

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
  drawCard: DrawCard,
  of: { company_id: number; file_id: number | null; stem: string },
): Promise<Paper[]> {
  const { company_id, file_id, stem } = of;
  const file = file_id === null ? undefined : await findSignedFile(db, company_id, file_id);
  if (!file) return [{ name: `${stem}.pdf`, bytes: null }];
  const signatures = (await listSignaturesOfFile(db, file)).filter((one) => one.is_current);
  return [
    await readPaper(`${stem}.pdf`, () => readFileOf(store, file)),
    ...signatures.map(({ side, cms }) => ({ name: `${stem}-${side}.cms`, bytes: cms })),
    ...(signatures.length > 0
      ? [await readPaper(`${stem}-card.pdf`, async () => (await drawCard(file, signatures)).bytes)]
      : []),
  ];
}
