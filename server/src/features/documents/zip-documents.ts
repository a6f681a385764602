import type { Readable } from 'node:stream';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/documents.ts';
import ru from '@kelisim/shared/texts/ru/documents.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { streamArchive, type Archive } from '../../platform/files/stream-archive.ts';
import type { Parts } from '../../parts.ts';
import { listCurrentSignatures, readPaper } from '../signatures/public.ts';
import { listDocumentFiles, type DocumentFileRow, type Viewer } from './documents.queries.ts';

/**
 * Contracts with the signature of each side in one archive, streamed: one file is in memory at a time. What is not
 * there, or cannot be read now, is named in a text beside them.
 */
export async function zipDocuments(
  parts: Pick<Parts, 'db' | 'store' | 'log'>,
  viewer: Viewer,
  document_ids: readonly number[],
  locale: Locale,
): Promise<{ bytes: Readable; name: string }> {
  const files = await listDocumentFiles(parts.db, viewer, document_ids);
  const texts = { ru, kz }[locale].zip;
  const bytes = streamArchive(parts.log, 'documents.zip_failed', (archive) =>
    fillArchive(parts, archive, files, missingOf(document_ids, files), texts),
  );
  return { bytes, name: texts.file };
}

async function fillArchive(
  parts: Pick<Parts, 'db' | 'store'>,
  archive: Archive,
  files: DocumentFileRow[],
  unseen: number[],
  texts: Record<'missing_file' | 'unknown' | 'lost', string>,
): Promise<void> {
  const missing = unseen.map((id) => fill(texts.unknown, { id: String(id) }));
  for (const file of files) {
    const stem = documentStem(file);
    const { bytes } = await readPaper(stem, () => readFileOf(parts.store, file));
    if (!bytes) {
      missing.push(fill(texts.lost, { name: stem }));
      continue;
    }
    await archive.put(`${stem}.pdf`, bytes);
    const owner = { company_id: file.company_id, document_id: file.id };
    for (const { side, cms } of await listCurrentSignatures(parts.db, owner))
      await archive.put(`${stem}-${side}.cms`, cms);
  }
  if (missing.length > 0)
    await archive.put(texts.missing_file, Buffer.from(`\ufeff${missing.join('\r\n')}\r\n`));
}

/** The name of a contract's files in an archive. A title is no path, whatever it looks like. */
export function documentStem({
  number,
  title,
  id,
}: Pick<DocumentFileRow, 'number' | 'title' | 'id'>): string {
  return cleanFileName(`${number} ${title} (${id})`.replace(/[\\/]/g, '_'), null);
}

function missingOf(asked: readonly number[], found: DocumentFileRow[]): number[] {
  const ids = new Set(found.map(({ id }) => id));
  return [...new Set(asked)].filter((id) => !ids.has(id));
}
