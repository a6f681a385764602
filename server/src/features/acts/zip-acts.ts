import type { Readable } from 'node:stream';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { readAhead, streamArchive, type Archive } from '../../platform/files/stream-archive.ts';
import { writeCsv } from '../../platform/write-csv.ts';
import type { Parts } from '../../parts.ts';
import type { DrawCard } from '../signatures/public.ts';
import { findActPapers } from './act-papers.ts';
import { listActRows, type Viewer } from './acts.queries.ts';

/**
 * Many acts in one archive, each in a folder of its own: PDF, CMS of each signer, card, files beside it; a table at the
 * end says what is there, and a text what is not. Streamed: the papers of a few acts are in memory at a time.
 */
export async function zipActs(
  parts: Parts,
  drawCard: DrawCard,
  viewer: Viewer,
  act_ids: readonly number[],
  locale: Locale,
): Promise<{ bytes: Readable; name: string }> {
  const bytes = streamArchive(parts.log, 'acts.zip_failed', (archive) =>
    fillArchive({ parts, drawCard, viewer, locale, archive }, act_ids),
  );
  return { bytes, name: `${{ ru, kz }[locale].archive.acts}.zip` };
}

interface Filling {
  parts: Parts;
  drawCard: DrawCard;
  viewer: Viewer;
  locale: Locale;
  archive: Archive;
}

async function fillArchive(to: Filling, act_ids: readonly number[]): Promise<void> {
  const { archive: texts, act: states } = { ru, kz }[to.locale];
  const index: string[][] = [[...texts.index]];
  const missing: string[] = [];
  for await (const { act_id, act, papers } of readAhead(find(to, act_ids), (found) => found.read())) {
    if (!act) {
      missing.push(fill(texts.unknown, { id: String(act_id) }));
      continue;
    }
    const other = to.viewer.role === 'business' ? act.contractor_name : act.company_name;
    const bin = to.viewer.role === 'business' ? act.contractor_bin : act.company_bin;
    const stem = cleanFileName(`${act.year}-${String(act.number).padStart(6, '0')} ${other}`, null);
    for (const { name, bytes } of papers)
      if (bytes) await to.archive.put(`${stem}/${name}`, bytes);
      else missing.push(`${stem}/${name}`);
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
  await to.archive.put(`${texts.index_file}.csv`, writeCsv(index));
  if (missing.length > 0)
    await to.archive.put(`${texts.missing_file}.txt`, Buffer.from(`\ufeff${missing.join('\r\n')}\r\n`));
}

/** So many are looked for at once. */
const PAGE = 50;

async function* find({ parts, drawCard, viewer, archive }: Filling, act_ids: readonly number[]) {
  for (let from = 0; from < act_ids.length && !archive.isLeft(); from += PAGE) {
    const ids = act_ids.slice(from, from + PAGE);
    const acts = await listActRows(parts.db, viewer, ids);
    const byId = new Map(acts.map((act) => [act.id, act]));
    const readPapers = await findActPapers(parts, drawCard, acts);
    for (const act_id of ids) {
      const act = byId.get(act_id);
      const read = async () => ({
        act_id,
        act,
        papers: act && !archive.isLeft() ? await readPapers(act) : [],
      });
      yield { read };
    }
  }
}
