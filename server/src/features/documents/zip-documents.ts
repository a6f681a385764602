import { PassThrough, type Readable } from 'node:stream';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/documents.ts';
import ru from '@kelisim/shared/texts/ru/documents.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ZipFile } from 'yazl';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { writeEntry } from '../../platform/files/write-entry.ts';
import type { Parts } from '../../parts.ts';
import { listCurrentSignatures } from '../signatures/public.ts';
import { listDocumentFiles, type DocumentFileRow, type Seer } from './documents.queries.ts';

/**
 * Contracts with the signature of each side in one archive, streamed: one file is in memory at a time. PDFs do not
 * shrink, so they are stored. What is not there, or cannot be read now, is named in a text beside them.
 */
export async function zipDocuments(
  parts: Pick<Parts, 'db' | 'store' | 'log'>,
  seer: Seer,
  document_ids: readonly number[],
  locale: Locale,
): Promise<{ bytes: Readable; name: string }> {
  const files = await listDocumentFiles(parts.db, seer, document_ids);
  const texts = { ru, kz }[locale].zip;
  const zip = new ZipFile();
  // Whoever has enough closes his side; what is still to be read is left.
  const bytes = zip.outputStream.pipe(new PassThrough());
  fillArchive(parts, zip, bytes, files, missingOf(document_ids, files), texts).catch((error: unknown) => {
    if (!bytes.destroyed) {
      parts.log.error({ event: 'documents.zip_failed', message: String(error) });
      bytes.destroy(error as Error);
    }
  });
  return { bytes, name: texts.file };
}

async function fillArchive(
  parts: Pick<Parts, 'db' | 'store'>,
  zip: ZipFile,
  out: PassThrough,
  files: DocumentFileRow[],
  unseen: number[],
  texts: Record<'missing_file' | 'unknown' | 'lost', string>,
): Promise<void> {
  const missing = unseen.map((id) => fill(texts.unknown, { id: String(id) }));
  for (const file of files) {
    // A title is no path, whatever it looks like.
    const title = file.title.replace(/[\\/]/g, '_');
    const stem = cleanFileName(`${file.number} ${title} (${file.id})`, null);
    const pdf = await readFileOf(parts.store, file).catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    if (!pdf) {
      missing.push(fill(texts.lost, { name: stem }));
      continue;
    }
    await writeEntry(zip, out, `${stem}.pdf`, pdf);
    const owner = { company_id: file.company_id, document_id: file.id };
    for (const { side, cms } of await listCurrentSignatures(parts.db, owner))
      await writeEntry(zip, out, `${stem}-${side}.cms`, cms);
  }
  if (missing.length > 0)
    await writeEntry(zip, out, texts.missing_file, Buffer.from(`\ufeff${missing.join('\r\n')}\r\n`));
  zip.end();
}

function missingOf(asked: readonly number[], found: DocumentFileRow[]): number[] {
  const ids = new Set(found.map(({ id }) => id));
  return [...new Set(asked)].filter((id) => !ids.has(id));
}
