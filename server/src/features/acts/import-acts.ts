import type { MendedCell } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { findRun, toRun } from '../jobs/public.ts';
import { assertNotBehind } from '../tariff/public.ts';
import { ACT_COLUMNS, columnTitle, type ActColumn } from './act-columns.ts';
import { listImportReferences } from './import.queries.ts';
import { refuseHiddenRows } from '../../platform/files/refuse-hidden-rows.ts';
import { readCsv } from './read-csv.ts';
import { mapColumns, readActRows, type ReadAct, type RowError } from './read-act-rows.ts';

const MAX_IMPORT_ROWS = 10_000;
const SHOWN = 200;
const WAIT_MS = 3_000;

type Context = CallContext<Calls['acts.process']>;

/**
 * Reads a spreadsheet of acts. A dry run says what each row would do and writes nothing. The real run makes the acts
 * only when every row is right, as a job with a result per act; the same key again finds the same run.
 */
export async function importActs(parts: Parts, context: Context) {
  const { actor, locale, input } = context;
  const dry_run = input.body.dry_run === 'true';
  const run = {
    company_id: actor.company_id,
    user_id: actor.user_id,
    session_id: actor.session_id,
    kind: 'acts.import',
    idempotency_key: context.idempotency_key,
    request_hash: context.request_hash,
  };
  // Asked before the table is read: what it says may have come true since, or no longer be possible.
  const earlier = dry_run ? null : await parts.bulk.find(run);
  if (earlier !== null) return answerRun(parts, actor, earlier);

  const { acts, errors, rows } = await readUpload(parts, context);
  const shown: Shown = {
    rows,
    acts: acts.length,
    amount: formatMoney(acts.reduce((sum, act) => sum + act.amount_tiyn, 0n)),
    preview: acts.slice(0, SHOWN).map(toPreview),
  };
  if (dry_run || errors.length > 0) {
    const failed = new Set(errors.map((error) => error.row)).size;
    return {
      ...shown,
      errors: joinSame(errors)
        .slice(0, SHOWN)
        .map((error) => toErrorView(error, locale)),
      dry_run: true,
      created: 0,
      skipped: rows - failed,
      failed,
      run: null,
    };
  }
  // Otherwise every row would be refused for it, one by one.
  await assertNotBehind(parts.db, actor.company_id);
  const run_id = await parts.bulk.start({
    ...run,
    params: { file: context.files.file!.name, shown },
    items: acts.map((act) => ({
      subject_id: null,
      label: act.input.title,
      payload: { row: act.row, rows: act.rows.length, input: act.input },
    })),
  });
  return answerRun(parts, actor, run_id);
}

/** What was read of the table; kept with the run, which answers with it whenever it is asked again. */
interface Shown {
  rows: number;
  acts: number;
  amount: string;
  preview: ReturnType<typeof toPreview>[];
}

async function answerRun(parts: Parts, actor: CompanyActor, run_id: number) {
  await parts.bulk.wait(run_id, WAIT_MS);
  const run = (await findRun(parts.db, actor, run_id))!;
  const { params } = await parts.db
    .selectFrom('bulk_runs')
    .select('params')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  const { shown } = params as { shown: Shown };
  return {
    ...shown,
    errors: [],
    dry_run: false,
    ...(await countRows(parts.db, run_id)),
    run: toRun(run),
  };
}

/** Every row of the table is in exactly one of the three; what waits in the run, or was left when it was stopped, is skipped so far. */
async function countRows(
  db: Handle,
  run_id: number,
): Promise<{ created: number; skipped: number; failed: number }> {
  const rows = await db
    .selectFrom('bulk_items')
    .select(['status', sql<number>`sum((payload->>'rows')::bigint)::bigint`.as('rows')])
    .where('run_id', '=', run_id)
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status)?.rows ?? 0;
  return { created: of('ok'), skipped: of('waiting') + of('stopped'), failed: of('failed') };
}

async function readUpload(
  parts: Parts,
  { actor, files, locale, input }: Context,
): Promise<{ acts: ReadAct[]; errors: RowError[]; rows: number }> {
  const bytes = await files.file!.read();
  const limits = { max_rows: MAX_IMPORT_ROWS, max_columns: ACT_COLUMNS.length + 6 };
  const read = isText(bytes) ? readCsv(bytes, limits) : await parts.spreadsheet.readRows(bytes, limits);
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MAX_IMPORT_ROWS } });
  if (read.rows.length === 0) throw new Problem('import.no_rows', { field: 'file' });
  refuseHiddenRows(read);
  const columns = mapColumns(read.header);
  if ('missing' in columns) {
    throw new Problem('import.wrong_columns', {
      field: 'file',
      values: { name: columnTitle(columns.missing, locale) },
    });
  }
  const references = await listImportReferences(parts.db, actor.company_id);
  mendCells(read.rows, columns.at, input.body.mended ?? []);
  return { ...readActRows(read.rows, columns.at, references), rows: read.rows.length };
}

/** Archives, PDFs and the like have a zero in their first bytes; text has none, but for that of UTF-16, which has a mark. */
function isText(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return true;
  if (a === 0x50 && b === 0x4b && c! < 0x09 && d! < 0x09) return false;
  if (a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46) return false;
  return !bytes.subarray(0, 8000).includes(0);
}

/** What somebody has typed into the page instead of what the table says. */
function mendCells(
  rows: readonly ReadRow[],
  at: ReadonlyMap<ActColumn, number>,
  mended: readonly MendedCell[],
): void {
  const byRow = new Map(rows.map((row) => [row.row, row.cells]));
  for (const { rows: numbers, key, value } of mended) {
    const index = at.get(key as ActColumn);
    if (index === undefined) continue;
    for (const number of numbers) {
      const cells = byRow.get(number);
      if (!cells) continue;
      while (cells.length < index) cells.push({ kind: 'empty' });
      cells[index] = value.trim() === '' ? { kind: 'empty' } : { kind: 'text', value };
    }
  }
}

/** Columns in which one wrong value means one thing wherever it stands; sums and words are each for themselves. */
const SAME_EVERYWHERE: readonly (ActColumn | null)[] = [
  'contractor',
  'contract',
  'date',
  'start_date',
  'end_date',
  'knp',
  'category',
  'unit',
];

/** One wrong name in a thousand rows is one thing to mend. */
function joinSame(errors: readonly RowError[]): RowError[] {
  const joined = new Map<string, RowError>();
  for (const error of errors) {
    const { row, rows, column, code, value, choices } = error;
    const isAlone = !value || code === 'row.act_differs' || !SAME_EVERYWHERE.includes(column);
    const key = JSON.stringify(isAlone ? [row, column] : [column, code, value, choices]);
    const same = joined.get(key);
    if (same) same.rows.push(...rows);
    else joined.set(key, { ...error, rows: [...rows] });
  }
  return [...joined.values()];
}

function toErrorView(error: RowError, locale: 'ru' | 'kz') {
  return {
    row: error.row,
    rows: error.rows,
    column: error.column ? columnTitle(error.column, locale) : null,
    key: error.column,
    code: error.code,
    message: problemText(error.code, locale, error),
    value: error.value,
    choices: error.choices,
  };
}

function toPreview(act: ReadAct) {
  return {
    row: act.row,
    title: act.input.title,
    contractor: act.contractor,
    contract: act.contract,
    act_date: act.input.date,
    amount: formatMoney(act.amount_tiyn),
  };
}
