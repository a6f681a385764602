import { cleanFileName } from '../../platform/files/file-name.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { listSignedPapers, readPaper, readPapers, type DrawCard, type Paper } from '../signatures/public.ts';
import { listDocumentsOfActs } from './act-documents.queries.ts';
import type { ActRow } from './acts.queries.ts';

type Act = Pick<ActRow, 'id' | 'company_id' | 'number' | 'year' | 'frozen_file_id'>;

/** The papers of an act for an archive: the PDF, what proves it, and the files beside it. */
export async function listActPapers(
  parts: Pick<Parts, 'db' | 'store'>,
  drawCard: DrawCard,
  act: Act,
): Promise<Paper[]> {
  return (await findActPapers(parts, drawCard, [act]))(act);
}

/** Finds those of several by a handful of statements; what is returned reads them, of one act at a time. */
export async function findActPapers<Found extends Act>(
  { db, store }: Pick<Parts, 'db' | 'store'>,
  drawCard: DrawCard,
  acts: readonly Found[],
): Promise<(act: Found) => Promise<Paper[]>> {
  const of = acts.map(({ company_id, frozen_file_id: file_id }) => ({ company_id, file_id }));
  const signed = await listSignedPapers(db, of);
  const documents = Map.groupBy(await listDocumentsOfActs(db, acts), (document) => document.act_id);
  return async ({ id, number, year, frozen_file_id }) => {
    const papers = await readPapers(
      { store },
      drawCard,
      signed.get(frozen_file_id ?? 0),
      `act-${number}-${year}`,
    );
    if (frozen_file_id === null) return papers;
    for (const document of documents.get(id) ?? [])
      papers.push(
        await readPaper(cleanFileName(`${document.id} ${document.title}`, null), () =>
          readFileOf(store, document),
        ),
      );
    return papers;
  };
}
