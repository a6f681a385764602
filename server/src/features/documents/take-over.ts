import type { Calls } from '@kelisim/shared/calls.ts';
import { takenPaper } from '@kelisim/shared/features/documents/hand-signatures.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import kz from '@kelisim/shared/texts/kz/documents.ts';
import ru from '@kelisim/shared/texts/ru/documents.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Tx } from '../../platform/db/database.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { putFile, readFileOf } from '../../platform/files/files.ts';
import { refuseHiddenRows } from '../../platform/files/refuse-hidden-rows.ts';
import type { CallContext, FileReply } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { BulkItem } from '../../platform/jobs/run-kind.ts';
import { readTable } from '../../platform/read-table.ts';
import { writeRemarks } from '../../platform/write-remarks.ts';
import type { Parts } from '../../parts.ts';
import { listTaken } from './contract-numbers.queries.ts';
import { startRun } from './create-from-template.ts';
import { listWorking } from './documents.queries.ts';
import { findPaperHeader, readPaperRows } from './read-paper-rows.ts';
import { readScan, signByHand } from './sign-by-hand.ts';
import { uploadDocument } from './upload-document.ts';

const MAX_ROWS = 2_000;
const MAX_COLUMNS = 60;

type Checking = CallContext<Calls['documents.check_papers']>;

/** Says of each row of a register which contract it would make, or what is wrong with it. Writes nothing. */
export async function checkPapers(parts: Parts, { actor, files, locale }: Checking) {
  const { rows, below } = await readRegister(parts, actor, files.file!);
  return {
    rows: rows.map(({ faults, ...row }) => ({
      ...row,
      errors: faults.map(({ column, code, values }) => ({
        column,
        code,
        message: problemText(code, locale, { values }),
      })),
    })),
    passed: below.length - rows.length,
  };
}

/** The rows that cannot be taken over, each with what is wrong with it. */
export async function writePapersRest(
  parts: Parts,
  { actor, files, input, locale }: CallContext<Calls['documents.papers_rest']>,
): Promise<FileReply> {
  const { rows, below, titles } = await readRegister(parts, actor, files.file!);
  const texts = { ru, kz }[locale].papers;
  const without = new Set(input.body.without_scan);
  const remarks = new Map(
    rows.flatMap(({ row, faults }) => {
      const said = faults.map(
        ({ column, code, values }) => `${texts.column[column]}: ${problemText(code, locale, { values })}`,
      );
      if (without.has(row)) said.push(texts.no_scan);
      return said.length > 0 ? [[row, said] as const] : [];
    }),
  );
  return writeRemarks(parts.spreadsheet, { titles, rows: below, remarks }, locale);
}

async function readRegister(parts: Parts, { company_id }: CompanyActor, file: Upload) {
  const limits = { max_rows: MAX_ROWS + 100, max_columns: MAX_COLUMNS };
  const read = await readTable(parts.spreadsheet, await file.read(), limits);
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MAX_ROWS } });
  refuseHiddenRows(read);
  const header = findPaperHeader(read.rows);
  if (!header) throw new Problem('import.paper_columns', { field: 'file' });
  const below = read.rows.slice(header.rows);
  const rows = readPaperRows(below, header.at, await listWorking(parts.db, company_id));
  if (rows.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  if (rows.length > MAX_ROWS)
    throw new Problem('file.too_many_rows', { field: 'file', values: { max: MAX_ROWS } });
  const numbered = rows.filter(({ number, date }) => number && date);
  for (const row of await listTaken(parts.db, company_id, numbered))
    row.faults.push({ column: 'number', code: 'document.number_taken', values: { number: row.number } });
  const titles = read.rows[header.rows - 1]!.cells.map((cell) =>
    'value' in cell ? String(cell.value).trim() : '',
  );
  return { rows, below, titles };
}

/** Where a scan lies that has no contract yet: its upload is given up after a day. */
const keptScan = z.object({ storage_key: z.string(), sha256: z.string(), name: z.string() });
type KeptScan = z.output<typeof keptScan>;
const takenOver = z.object({ paper: takenPaper.omit({ scan: true }), kept: keptScan });

const ringOf = ({ config }: Parts) => makeKeyring(config, 'kept-scans');

/** Keeps a scan before there is a row of anything; its sealed name opens for this company alone. */
export async function keepScan(
  parts: Parts,
  { actor: { company_id }, files }: CallContext<Calls['documents.keep_scan']>,
): Promise<{ scan: string }> {
  const file = files.file!;
  const bytes = await readScan(parts, file);
  const name = cleanFileName(file.name.replace(/\.jpe?g$/i, '.pdf'), 'pdf');
  const media_type = 'application/pdf';
  const { row } = await putFile(parts.store, { company_id, kind: 'scan', name, media_type, bytes });
  const kept: KeptScan = { storage_key: row.storage_key, sha256: row.sha256.toString('hex'), name };
  const sealed = ringOf(parts).seal(String(company_id), Buffer.from(JSON.stringify(kept)));
  return { scan: sealed.toString('base64') };
}

function openScan(parts: Parts, company_id: number, scan: string): KeptScan {
  try {
    const opened = ringOf(parts).open(String(company_id), Buffer.from(scan, 'base64'));
    return keptScan.parse(JSON.parse(opened.toString()));
  } catch {
    throw new Problem('document.no_scan', { field: 'papers' });
  }
}

/** Contracts that both have signed on paper long ago, as long work. */
export async function takeOver(parts: Parts, context: CallContext<Calls['documents.take_over']>) {
  const { company_id } = context.actor;
  const items = context.input.body.papers.map(({ scan, ...paper }) => ({
    subject_id: null,
    label: paper.title.includes(paper.number) ? paper.title : `№ ${paper.number}, ${paper.title}`,
    payload: { paper, kept: openScan(parts, company_id, scan) },
  }));
  return startRun(parts, context, 'documents.take_over', items, {});
}

/** One of them: its scan is its file and its proof. */
export async function takeOverOne(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  { payload }: BulkItem,
): Promise<{ subject_id: number }> {
  const { paper, kept } = takenOver.parse(payload);
  const { storage_key, name } = kept;
  const pdf = await readFileOf(parts.store, { storage_key, sha256: Buffer.from(kept.sha256, 'hex') });
  const id = await uploadDocument(parts, tx, actor, { ...paper, type_id: 1 }, { pdf, name, original: null });
  await signByHand(parts, tx, actor, id, pdf);
  return { subject_id: id };
}
