import { PassThrough, type Readable } from 'node:stream';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { ZipFile } from 'yazl';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { writeEntry } from '../../platform/files/write-entry.ts';
import type { Parts } from '../../parts.ts';
import { listCurrentSignatures } from '../signatures/public.ts';
import { listActDocuments } from './act-documents.queries.ts';
import type { DrawCard } from './act-zip.ts';
import { findActRow, findFrozenFile, type ActRow, type Seer } from './acts.queries.ts';
import { writeCsv } from './write-csv.ts';

/**
 * Many acts in one archive, each in a folder of its own: PDF, CMS of each signer, card, files beside it; a table at the
 * end says what is there, and a text what is not. Streamed: one file is in memory at a time.
 */
export async function zipActs(
  parts: Parts,
  drawCard: DrawCard,
  seer: Seer,
  act_ids: readonly number[],
  locale: Locale,
): Promise<{ bytes: Readable; name: string }> {
  const zip = new ZipFile();
  // Whoever has enough closes his side; what is still to be read is left.
  const bytes = zip.outputStream.pipe(new PassThrough());
  fillArchive({ parts, drawCard, seer, locale, zip, out: bytes }, act_ids).catch((error: unknown) => {
    if (!bytes.destroyed) {
      parts.log.error({ event: 'acts.zip_failed', message: String(error) });
      bytes.destroy(error as Error);
    }
  });
  return { bytes, name: `${{ ru, kz }[locale].archive.acts}.zip` };
}

interface Filling {
  parts: Parts;
  drawCard: DrawCard;
  seer: Seer;
  locale: Locale;
  zip: ZipFile;
  out: PassThrough;
}

async function fillArchive(to: Filling, act_ids: readonly number[]): Promise<void> {
  const { archive, act: states } = { ru, kz }[to.locale];
  const index: string[][] = [[...archive.index]];
  const missing: string[] = [];
  for (const act_id of act_ids) {
    const act = await findActRow(to.parts.db, to.seer, act_id);
    if (!act) {
      missing.push(fill(archive.unknown, { id: String(act_id) }));
      continue;
    }
    const other = to.seer.role === 'business' ? act.contractor_name : act.company_name;
    const bin = to.seer.role === 'business' ? act.contractor_bin : act.company_bin;
    const stem = cleanFileName(`${act.year}-${String(act.number).padStart(6, '0')} ${other}`, null);
    missing.push(...(await addAct(to, act, stem)));
    index.push([
      `${act.number}/${act.year}`,
      formatDate(act.act_date),
      act.title,
      other,
      bin,
      formatMoney(act.amount_tiyn),
      states[act.status as keyof typeof states],
      stem,
    ]);
  }
  await writeEntry(to.zip, to.out, `${archive.index_file}.csv`, writeCsv(index));
  if (missing.length > 0)
    await writeEntry(
      to.zip,
      to.out,
      `${archive.missing_file}.txt`,
      Buffer.from(`\ufeff${missing.join('\r\n')}\r\n`),
    );
  to.zip.end();
}

/** The files of one act; answers what could not be had. */
async function addAct({ parts, drawCard, seer, zip, out }: Filling, act: ActRow, stem: string) {
  const missing: string[] = [];
  const put = async (name: string, read: () => Promise<Uint8Array>) => {
    const bytes = await read().catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    if (bytes) await writeEntry(zip, out, name, bytes);
    else missing.push(name);
  };
  const file =
    act.frozen_file_id === null ? null : await findFrozenFile(parts.db, act.company_id, act.frozen_file_id);
  const paper = `act-${act.number}-${act.year}`;
  if (!file) return [`${stem}/${paper}.pdf`];
  const key = { company_id: act.company_id, act_id: act.id };
  await put(`${stem}/${paper}.pdf`, () => readFileOf(parts.store, file));
  const signatures = await listCurrentSignatures(parts.db, key);
  for (const { side, cms } of signatures) await writeEntry(zip, out, `${stem}/${paper}-${side}.cms`, cms);
  if (signatures.length > 0)
    await put(`${stem}/${paper}-card.pdf`, async () => (await drawCard(seer, act.id)).bytes);
  for (const document of await listActDocuments(parts.db, key)) {
    const name = cleanFileName(`${document.id} ${document.title}`, null);
    await put(`${stem}/${name}`, () => readFileOf(parts.store, document));
  }
  return missing;
}
