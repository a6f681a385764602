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
import { writeCsv } from '../../platform/write-csv.ts';

/** So many acts are gathered at once: cards are drawn by two threads. */
const AHEAD = 4;

/**
 * Many acts in one archive, each in a folder of its own: PDF, CMS of each signer, card, files beside it; a table at the
 * end says what is there, and a text what is not. Streamed: the papers of a few acts are in memory at a time.
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
  for await (const { act_id, act, papers } of gathered(to, act_ids)) {
    if (!act) {
      missing.push(fill(archive.unknown, { id: String(act_id) }));
      continue;
    }
    const other = to.seer.role === 'business' ? act.contractor_name : act.company_name;
    const bin = to.seer.role === 'business' ? act.contractor_bin : act.company_bin;
    const stem = cleanFileName(`${act.year}-${String(act.number).padStart(6, '0')} ${other}`, null);
    missing.push(...(await addAct(to, stem, papers)));
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

interface Gathered {
  act_id: number;
  act: ActRow | undefined;
  papers: Paper[];
}

/** A file of the archive inside its act's folder; without bytes when it could not be had. */
interface Paper {
  name: string;
  bytes: Uint8Array | null;
}

/** The acts in their order; cards of the next ones are drawn while one is written. */
async function* gathered(to: Filling, act_ids: readonly number[]): AsyncGenerator<Gathered> {
  const ahead: Promise<Gathered>[] = [];
  const next = act_ids.values();
  for (;;) {
    while (ahead.length < AHEAD) {
      const { value: act_id, done } = next.next();
      if (done) break;
      const one = gather(to, act_id);
      // Whoever fails says so when its turn comes.
      one.catch(() => undefined);
      ahead.push(one);
    }
    const first = ahead.shift();
    if (!first) return;
    yield await first;
  }
}

async function gather(to: Filling, act_id: number): Promise<Gathered> {
  const act = to.out.destroyed ? undefined : await findActRow(to.parts.db, to.seer, act_id);
  return { act_id, act, papers: act ? await listPapers(to, act) : [] };
}

async function addAct({ zip, out }: Filling, stem: string, papers: readonly Paper[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, bytes } of papers) {
    if (bytes) await writeEntry(zip, out, `${stem}/${name}`, bytes);
    else missing.push(`${stem}/${name}`);
  }
  return missing;
}

async function listPapers({ parts, drawCard, seer }: Filling, act: ActRow): Promise<Paper[]> {
  const papers: Paper[] = [];
  const put = async (name: string, read: () => Promise<Uint8Array>) => {
    const bytes = await read().catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    papers.push({ name, bytes });
  };
  const file =
    act.frozen_file_id === null ? null : await findFrozenFile(parts.db, act.company_id, act.frozen_file_id);
  const paper = `act-${act.number}-${act.year}`;
  if (!file) return [{ name: `${paper}.pdf`, bytes: null }];
  const key = { company_id: act.company_id, act_id: act.id };
  await put(`${paper}.pdf`, () => readFileOf(parts.store, file));
  const signatures = await listCurrentSignatures(parts.db, key);
  for (const { side, cms } of signatures) papers.push({ name: `${paper}-${side}.cms`, bytes: cms });
  if (signatures.length > 0) await put(`${paper}-card.pdf`, async () => (await drawCard(seer, act.id)).bytes);
  for (const document of await listActDocuments(parts.db, key)) {
    const name = cleanFileName(`${document.id} ${document.title}`, null);
    await put(name, () => readFileOf(parts.store, document));
  }
  return papers;
}
