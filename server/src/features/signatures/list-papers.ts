import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import {
  listSignaturesOfFiles,
  listSignedFiles,
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

/** A file that both sign, with the signatures that count. */
interface SignedPaper {
  file: SignedFile;
  signatures: FileSignature[];
}

/** By the ids of the files. */
export async function listSignedPapers(
  db: Handle,
  of: readonly { company_id: number; file_id: number | null }[],
): Promise<Map<number, SignedPaper>> {
  const keys = of.flatMap(({ company_id, file_id: id }) => (id === null ? [] : { company_id, id }));
  const files = await listSignedFiles(db, keys);
  const taken = await listSignaturesOfFiles(db, keys);
  const signatures = Map.groupBy(
    taken.filter((one) => one.is_current),
    (one) => one.file_id,
  );
  return new Map(files.map((file) => [file.id, { file, signatures: signatures.get(file.id) ?? [] }]));
}

/** The file that both sign, the CMS of each signer and, once there is one, the card with the signatures. */
export async function listPapers(
  parts: Pick<Parts, 'db' | 'store'>,
  drawCard: DrawCard,
  of: { company_id: number; file_id: number | null; stem: string },
): Promise<Paper[]> {
  const found = await listSignedPapers(parts.db, [of]);
  return readPapers(parts, drawCard, found.get(of.file_id ?? 0), of.stem);
}

/** The same of one that was read. */
export async function readPapers(
  { store }: Pick<Parts, 'store'>,
  drawCard: DrawCard,
  signed: SignedPaper | undefined,
  stem: string,
): Promise<Paper[]> {
  if (!signed) return [{ name: `${stem}.pdf`, bytes: null }];
  const { file, signatures } = signed;
  return [
    await readPaper(`${stem}.pdf`, () => readFileOf(store, file)),
    ...signatures.map(({ side, cms }) => ({ name: `${stem}-${side}.cms`, bytes: cms })),
    ...(signatures.length > 0
      ? [await readPaper(`${stem}-card.pdf`, async () => (await drawCard(file, signatures)).bytes)]
      : []),
  ];
}
