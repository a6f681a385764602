import { cleanFileName } from '../../platform/files/file-name.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { listPapers, readPaper, type DrawCard, type Paper } from '../signatures/public.ts';
import { listActDocuments } from './act-documents.queries.ts';
import type { ActRow } from './acts.queries.ts';

/** The papers of an act for an archive: the PDF, what proves it, and the files beside it. */
export async function listActPapers(
  parts: Pick<Parts, 'db' | 'store'>,
  drawCard: DrawCard,
  act: Pick<ActRow, 'id' | 'company_id' | 'number' | 'year' | 'frozen_file_id'>,
): Promise<Paper[]> {
  const { company_id, frozen_file_id: file_id } = act;
  const stem = `act-${act.number}-${act.year}`;
  const papers = await listPapers(parts, drawCard, { company_id, file_id, stem });
  if (file_id === null) return papers;
  for (const document of await listActDocuments(parts.db, { company_id, act_id: act.id }))
    papers.push(
      await readPaper(cleanFileName(`${document.id} ${document.title}`, null), () =>
        readFileOf(parts.store, document),
      ),
    );
  return papers;
}
