import type { Readable } from 'node:stream';
import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { readAhead, streamArchive, type Archive } from '../../platform/files/stream-archive.ts';
import type { Parts } from '../../parts.ts';
import { listActPapers } from '../acts/public.ts';
import { documentStem } from '../documents/public.ts';
import { drawAct, getReconciliation, makeActSheet } from '../reconciliations/public.ts';
import { listPapers, readPaper, type DrawCard, type Paper } from '../signatures/public.ts';
import {
  listMonthActs,
  listMonthContracts,
  listMonthInvoices,
  listMonthPayments,
  listMonthReconciliations,
  type Month,
  type PackageInvoice,
  type PackageReconciliation,
} from './month-package.queries.ts';
import {
  actSection,
  contractSection,
  invoiceSection,
  paymentSection,
  reconciliationSection,
  sectionSheet,
  texts,
  type Placed,
  type Section,
} from './sections.ts';
import { writeContents } from './write-contents.ts';

/** XML of so many invoices is in memory at a time. */
const INVOICES_AT_ONCE = 100;

/**
 * All papers of a company's month in one streamed archive, with a register and a table of contents at its end. It holds
 * what was frozen and no states that later payments change, and its entries carry the month's last day: a closed month
 * gives the same bytes whatever is set later.
 */
export function zipMonth(
  parts: Parts,
  drawCard: DrawCard,
  company_id: number,
  month: string,
  locale: Locale,
): { bytes: Readable; name: string } {
  const days = {
    company_id,
    date_from: `${month}-01`,
    date_to: lastDayOf(month),
  };
  const bytes = streamArchive(
    parts.log,
    'month_package.failed',
    (archive) => fillMonth({ parts, drawCard, archive, locale }, days),
    new Date(`${days.date_to}T12:00:00Z`),
  );
  return { bytes, name: fill(texts[locale].file, { month }) };
}

interface Filling {
  parts: Parts;
  drawCard: DrawCard;
  archive: Archive;
  locale: Locale;
}

async function fillMonth(to: Filling, month: Month): Promise<void> {
  const { parts, archive, locale } = to;
  const t = texts[locale];
  const acts = await addActs(to, month);
  const contract_ids = [...new Set(acts.map(({ item }) => item.contract_id))];
  const contracts = await addContracts(to, month, contract_ids);
  const invoices = await addInvoices(to, month);
  const payments = await addPayments(to, month);
  const reconciliations = await addReconciliations(to, month);
  const sections: Section[] = [
    actSection(acts, locale),
    contractSection(contracts, locale),
    invoiceSection(invoices, locale),
    payments,
    reconciliationSection(reconciliations, locale),
  ];
  const register = await parts.spreadsheet.writeSheet({ sheets: sections.map(sectionSheet) });
  await archive.put(`${t.register}.xlsx`, register);
  await archive.put(`${t.contents}.html`, await writeContents(parts.db, month, sections, locale));
}

/** Puts the papers of one item into its folder and says which are there and which are not. */
async function place<Item>(
  { archive }: Filling,
  item: Item,
  folder: string,
  papers: readonly Paper[],
): Promise<Placed<Item>> {
  const placed: Placed<Item> = { item, folder, files: [], missing: [] };
  for (const { name, bytes } of papers) {
    if (bytes) await archive.put(`${folder}/${name}`, bytes);
    (bytes ? placed.files : placed.missing).push(name);
  }
  return placed;
}

/** The items in their order; the papers of the next few are read while one is written. */
async function placeAll<Item>(
  to: Filling,
  items: readonly Item[],
  folderOf: (item: Item) => string,
  read: (item: Item) => Promise<Paper[]>,
): Promise<Placed<Item>[]> {
  const placed: Placed<Item>[] = [];
  const gather = async (item: Item) => ({ item, papers: to.archive.isLeft() ? [] : await read(item) });
  for await (const { item, papers } of readAhead(items, gather))
    placed.push(await place(to, item, folderOf(item), papers));
  return placed;
}

async function addActs(to: Filling, month: Month) {
  const { parts, drawCard, locale } = to;
  const { acts: folder } = texts[locale].sections;
  return placeAll(
    to,
    await listMonthActs(parts.db, month),
    (act) =>
      `${folder}/${cleanFileName(`${act.year}-${String(act.number).padStart(6, '0')} ${act.executor}`, null)}`,
    (act) => listActPapers(parts, drawCard, act),
  );
}

async function addContracts(to: Filling, month: Month, named: readonly number[]) {
  const { parts, drawCard, locale } = to;
  const { contracts: folder } = texts[locale].sections;
  return placeAll(
    to,
    await listMonthContracts(parts.db, month, named),
    (contract) => `${folder}/${documentStem(contract)}`,
    (contract) => listPapers(parts, drawCard, { ...contract, stem: documentStem(contract) }),
  );
}

async function addInvoices(to: Filling, month: Month) {
  const folder = texts[to.locale].sections.invoices;
  const placed: Placed<Omit<PackageInvoice, 'xml'>>[] = [];
  for (let after = { source: 0, id: 0 }; ;) {
    const page = await listMonthInvoices(to.parts.db, month, { after, limit: INVOICES_AT_ONCE });
    for (const { xml, ...invoice } of page) {
      const name = cleanFileName(
        `${invoice.kind}-${invoice.registration_number ?? invoice.number} (${invoice.id}).xml`,
        null,
      );
      placed.push(await place(to, invoice, folder, [{ name, bytes: Buffer.from(xml) }]));
    }
    if (page.length < INVOICES_AT_ONCE) return placed;
    after = page.at(-1)!;
  }
}

/** Payments have no papers: a table of their own is what the accountant takes further. */
async function addPayments({ parts, archive, locale }: Filling, month: Month): Promise<Section> {
  const folder = texts[locale].sections.payments;
  const items = await listMonthPayments(parts.db, month);
  const file = `${folder}.xlsx`;
  const section = paymentSection(
    items.map((item) => ({ item, folder, files: [file], missing: [] })),
    locale,
  );
  const bytes = await parts.spreadsheet.writeSheet({ sheets: [sectionSheet(section)] });
  await archive.put(`${folder}/${file}`, bytes);
  return section;
}

async function addReconciliations(to: Filling, month: Month) {
  const { parts, locale } = to;
  const { reconciliations: folder } = texts[locale].sections;
  return placeAll(
    to,
    await listMonthReconciliations(parts.db, month),
    ({ executor, id }) => `${folder}/${cleanFileName(`${executor} (${id})`.replace(/[\\/]/g, '_'), null)}`,
    (row) => reconciliationPapers(to, row),
  );
}

async function reconciliationPapers(
  { parts, drawCard, locale }: Filling,
  row: PackageReconciliation,
): Promise<Paper[]> {
  const { company_id, document_id, frozen_file_id: file_id } = row;
  const found = await getReconciliation(parts, parts.db, { role: 'business', company_id }, row.id);
  const sheet = await makeActSheet(parts, found, locale);
  const stem = sheet.name.replace(/\.xlsx$/, '');
  const file = { name: sheet.name, bytes: sheet.bytes as Uint8Array };
  if (document_id === null)
    return [await readPaper(`${stem}.pdf`, async () => (await drawAct(parts, parts.db, found)).bytes), file];
  const papers = await listPapers(parts, drawCard, { company_id, file_id, stem });
  return [...papers, file];
}
