import type { Calls } from '@kelisim/shared/calls.ts';
import {
  INVITE_COLUMNS,
  inviteColumnTitle,
  MAX_INVITE_ROWS,
  readInviteHeading,
  type InviteColumn,
} from '@kelisim/shared/features/invitations/invite-columns.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { refuseHiddenRows } from '../../platform/files/refuse-hidden-rows.ts';
import { startedBy } from '../../platform/jobs/start-run.ts';
import type { Parts } from '../../parts.ts';
import { assertNumberFor } from '../documents/public.ts';
import { readLimit } from '../executors/public.ts';
import { assertNotBehind } from '../tariff/public.ts';
import { findRun, getRunParams, listRunRows, rowMessage, toRun } from '../jobs/public.ts';
import { listTakenPhones } from './invitations.queries.ts';
import { findContract, listContracts, listTemplates } from './contracts.queries.ts';
import { assertTemplate, promisedOf, termOf, type AskedContract } from './promised-contract.ts';
import {
  phonesOf,
  readInviteRows,
  type OfferedContract,
  type ReadRow,
  type TypedRow,
} from './read-invite-rows.ts';

const WAIT_MS = 3_000;

type Context = CallContext<Calls['invitations.create_many']>;

/**
 * Invites many. A dry run, and every run while a row is wrong, says what each row would do and sends nothing, unless those
 * that are right were asked for; the rows come back as they were typed, so that they are mended in the page and sent as
 * JSON. The same key again finds the run.
 */
export async function inviteMany(parts: Parts, context: Context) {
  const { actor, input } = context;
  const { dry_run, partly } = input.body;
  const run = {
    ...startedBy(actor),
    kind: 'invitations.send',
    idempotency_key: context.idempotency_key,
    request_hash: context.request_hash,
  };
  // Asked before the rows are read: who has been invited by this very run would stand against it.
  const earlier = dry_run ? null : await parts.bulk.find(run);
  if (earlier !== null) return answerRun(parts, context, earlier);

  const { rows, known } = await readRows(parts, context);
  const right = rows.flatMap(({ row, phone, input }) => (input ? [{ row, phone, input }] : []));
  const wrong = rows.filter((row) => !row.input);
  const { limit_count, current_executor_count } = await readLimit(
    parts.db,
    actor.company_id,
    almatyDate(parts.clock.now()),
  );
  const free_places = limit_count === null ? null : Math.max(0, limit_count - current_executor_count);
  if (dry_run || right.length === 0 || (wrong.length > 0 && !partly))
    return {
      dry_run: true,
      rows: rows.map((row) => toRowView(row, known, context)),
      items: [],
      ready: right.length,
      failed: wrong.length,
      free_places,
      run: null,
    };
  await assertNotBehind(parts.db, actor.company_id);
  if (free_places !== null && right.length > free_places)
    throw new Problem('executor.limit_rows', { values: { free: free_places, rows: right.length } });
  const said: Said = {
    right: right.map(({ row, phone }) => ({ row, phone })),
    wrong: wrong.map((row) => toRowView(row, known, context)),
  };
  const run_id = await parts.bulk.start({
    ...run,
    params: said,
    items: right.map(({ input }) => ({ subject_id: null, label: input.name, payload: input })),
  });
  return answerRun(parts, context, run_id);
}

/** What was said of the rows; the run answers with it whenever it is asked again. */
interface Said {
  right: { row: number; phone: string }[];
  wrong: ReturnType<typeof toRowView>[];
}

async function answerRun(parts: Parts, { actor, locale }: Context, run_id: number) {
  await parts.bulk.wait(run_id, WAIT_MS);
  const run = (await findRun(parts.db, actor, run_id))!;
  // Runs of a version before have said nothing.
  const { right = [], wrong = [] } = (await getRunParams(parts.db, run_id)) as Partial<Said>;
  const done = await listRunRows(parts.db, run_id, { page: 1, limit: right.length });
  const { limit_count, current_executor_count } = await readLimit(
    parts.db,
    actor.company_id,
    almatyDate(parts.clock.now()),
  );
  return {
    dry_run: false,
    rows: wrong,
    items: done.flatMap((one, at) =>
      right.slice(at, at + 1).map(({ row, phone }) => ({
        row,
        phone,
        invitation_id: one.subject_id,
        status: one.status,
        code: one.code,
        message: rowMessage(one, locale),
      })),
    ),
    ready: run.total,
    failed: wrong.length,
    free_places: limit_count === null ? null : Math.max(0, limit_count - current_executor_count),
    run: toRun(run),
  };
}

async function readRows(parts: Parts, { actor, files, input, locale }: Context) {
  const { body } = input;
  const typed = files.file ? await readSheet(parts, files.file, locale) : typedRows(body.rows ?? []);
  if (typed.length === 0) throw new Problem('import.no_rows', { field: files.file ? 'file' : 'rows' });
  assertNumberFor({ number: body.contract_number }, typed.length, 'contract_number');
  const contract = await findForAll(parts, actor, body);
  const taken = await listTakenPhones(parts.db, actor.company_id, phonesOf(typed));
  const phones = (list: readonly { phone: string | null }[]) => new Set(list.map((one) => one.phone!));
  const works = taken.executors.filter((one) => one.status === 'active' || one.status === 'stopped');
  const rows = readInviteRows(
    typed,
    { end_date: body.end_date, contract },
    {
      today: almatyDate(parts.clock.now()),
      contracts: await listOffered(parts, actor, body),
      own: phones(taken.own),
      working: phones(works),
      invited: phones(taken.invited),
    },
  );
  return { rows, known: phones(taken.executors) };
}

/** The contract of those who name none of their own. What is wrong with it is said of the whole table. */
async function findForAll(
  parts: Parts,
  actor: CompanyActor,
  asked: AskedContract,
): Promise<OfferedContract | null> {
  const promised = await promisedOf(parts, parts.db, actor, asked);
  if (!promised) return null;
  if ('contract_document_template_id' in promised) {
    await assertTemplate(parts.db, actor, promised.contract_document_template_id, promised);
    return { title: promised.contract_title, end_date: promised.contract_end_date, promised };
  }
  const contract = await findContract(parts.db, actor.company_id, promised.contract_document_id);
  if (!contract) throw new Problem('invitation.contract_unknown', { field: 'contract_document_id' });
  return { title: contract.title, end_date: contract.end_date, promised };
}

/** Contracts and templates that a row may name, uploaded ones first. */
async function listOffered(
  parts: Parts,
  actor: CompanyActor,
  asked: AskedContract,
): Promise<OfferedContract[]> {
  const contracts = await listContracts(parts.db, actor.company_id);
  const templates = await listTemplates(parts.db, actor.company_id);
  const { contract_number, contract_date } = asked;
  const term = termOf(asked, almatyDate(parts.clock.now()));
  return [
    ...contracts.map(({ id, title, end_date }) => ({
      title,
      end_date,
      promised: { contract_number, contract_date, contract_document_id: id },
    })),
    ...templates.map(({ id, name }) => ({
      title: name,
      end_date: term.contract_end_date,
      promised: {
        contract_number,
        contract_date,
        contract_document_template_id: id,
        contract_title: name,
        contract_type_id: asked.contract_type_id ?? 1,
        ...term,
      },
    })),
  ];
}

/** Rows of JSON are counted from one, as they stand in the page. */
function typedRows(rows: readonly Omit<TypedRow, 'row'>[]): TypedRow[] {
  return rows.map((row, i) => ({ row: i + 1, ...row }));
}

async function readSheet(parts: Parts, file: Upload, locale: 'ru' | 'kz'): Promise<TypedRow[]> {
  const read = await parts.spreadsheet.readRows(await file.read(), {
    max_rows: MAX_INVITE_ROWS,
    max_columns: INVITE_COLUMNS.length + 6,
  });
  if (read.status === 'error')
    throw new Problem(`file.${read.code}`, { field: 'file', values: { max: MAX_INVITE_ROWS } });
  refuseHiddenRows(read);
  const at = readInviteHeading(read.header);
  if (!at) {
    const missing = INVITE_COLUMNS.find(({ key, required }) => required && !hasColumn(read.header, key))!;
    throw new Problem('import.wrong_columns', {
      field: 'file',
      values: { name: inviteColumnTitle(missing.key, locale) },
    });
  }
  return read.rows.map(({ row, cells }) => {
    const formulas: InviteColumn[] = [];
    const text = (key: InviteColumn) => {
      const cell = at.has(key) ? cells[at.get(key)!] : undefined;
      if (cell?.kind === 'formula' || cell?.kind === 'error') formulas.push(key);
      return cell && 'value' in cell ? String(cell.value).trim() : '';
    };
    const typed = {
      row,
      name: text('name'),
      phone: text('phone'),
      end_date: text('end_date'),
      contract: text('contract'),
    };
    return { ...typed, formulas };
  });
}

function hasColumn(header: readonly string[], key: InviteColumn): boolean {
  const { ru, kz } = INVITE_COLUMNS.find((column) => column.key === key)!;
  return header.some((title) => [ru, kz].some((one) => one.toLowerCase() === title.trim().toLowerCase()));
}

function toRowView(row: ReadRow, known: ReadonlySet<string>, { locale }: Context) {
  const { faults, input: _, ...shown } = row;
  return {
    ...shown,
    has_account: known.has(row.phone),
    errors: faults.map(({ column, code, values }) => ({
      column,
      code,
      message: problemText(code, locale, { values }),
    })),
  };
}
