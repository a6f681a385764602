import type { Calls } from '@kelisim/shared/calls.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { refuseHiddenRows } from '../../platform/files/refuse-hidden-rows.ts';
import { readTable } from '../../platform/read-table.ts';
import type { Parts } from '../../parts.ts';
import { isNumberFree } from './contract-numbers.ts';
import { listWorking } from './documents.queries.ts';
import { findPaperHeader, readPaperRows } from './read-paper-rows.ts';
import { signByHand } from './sign-by-hand.ts';
import { uploadDocument, type DocumentUpload } from './upload-document.ts';

const MAX_ROWS = 2_000;
const MAX_COLUMNS = 60;

/** Says of each row of a register which contract it would make, or what is wrong with it. Writes nothing. */
export async function checkPapers(parts: Parts, context: CallContext<Calls['documents.check_papers']>) {
  const { actor, files, locale } = context;
  const limits = { max_rows: MAX_ROWS + 100, max_columns: MAX_COLUMNS };
  const read = await readTable(parts.spreadsheet, await files.file!.read(), limits);
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MAX_ROWS } });
  refuseHiddenRows(read);
  const header = findPaperHeader(read.rows);
  if (!header) throw new Problem('import.paper_columns', { field: 'file' });
  const below = read.rows.slice(header.rows);
  const rows = readPaperRows(below, header.at, await listWorking(parts.db, actor.company_id));
  if (rows.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  for (const row of rows)
    if (row.number && row.date && !(await isNumberFree(parts.db, actor.company_id, row)))
      row.faults.push({ column: 'number', code: 'document.number_taken', values: { number: row.number } });
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

/** A contract that both have signed on paper long ago: its scan is its file and its proof. */
export async function takeOver(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: DocumentUpload,
  scan: { pdf: Uint8Array; name: string },
): Promise<number> {
  const id = await uploadDocument(parts, tx, actor, input, { ...scan, original: null });
  await signByHand(parts, tx, actor, id, scan.pdf);
  return id;
}
