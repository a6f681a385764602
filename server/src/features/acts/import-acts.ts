import type { Calls } from '@kelisim/shared/calls.ts';
import { actImportCalls } from '@kelisim/shared/features/acts/act-import.contract.ts';
import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import type { BulkDone, BulkItem } from '../../platform/jobs/run-kind.ts';
import { startedBy } from '../../platform/jobs/start-run.ts';
import type { Parts } from '../../parts.ts';
import { findActorOfRun } from '../auth/public.ts';
import { findRun, getRunParams, toRun } from '../jobs/public.ts';
import { assertNotBehind } from '../tariff/public.ts';
import { createInOrder } from './create-act.ts';
import { assertNew } from './find-repeats.ts';
import { joinSame, toErrorView } from './import-errors.ts';
import { toRepeatView } from './import-repeats.ts';
import type { ReadAct } from './read-act-rows.ts';
import { readTableOfActs } from './read-table-of-acts.ts';
import { countRows } from './import.queries.ts';

const SHOWN = 200;
const WAIT_MS = 3_000;

type Context = CallContext<Calls['acts.process']>;

/**
 * Reads a spreadsheet of acts. A dry run says what each row would do and writes nothing. The real run makes the acts
 * only when every row is right, or those that are when the user asked for that; as a job with a result per act. The same
 * key again finds the same run. What seems to be there already is left out unless the user asked for it.
 */
export async function importActs(parts: Parts, context: Context) {
  const { actor, locale, input } = context;
  const dry_run = input.body.dry_run === 'true';
  const run = {
    ...startedBy(actor),
    kind: 'acts.import',
    idempotency_key: context.idempotency_key,
    request_hash: context.request_hash,
  };
  // Asked before the table is read: what it says may have come true since, or no longer be possible.
  const earlier = dry_run ? null : await parts.bulk.find(run);
  if (earlier !== null) return answerRun(parts, actor, earlier);

  const { mended = [], again = [] } = input.body;
  const upload = { file: context.files.file!, mended, again };
  const table = await readTableOfActs(parts, actor.company_id, upload, locale);
  const { acts, errors, rows } = table;
  const failed = new Set(errors.map((error) => error.row)).size;
  const to_make = acts.reduce((sum, act) => sum + act.rows.length, 0);
  const shown: Shown = {
    rows: rows.length,
    acts: acts.length,
    amount: formatMoney(acts.reduce((sum, act) => sum + act.amount_tiyn, 0n)),
    preview: acts.slice(0, SHOWN).map(toPreview),
    passed: table.passed,
    repeats: table.repeats.slice(0, SHOWN).map((repeat) => toRepeatView(repeat, locale)),
    repeats_total: table.repeats.length,
    left: { failed, skipped: rows.length - failed - to_make },
  };
  const isRefused = errors.length > 0 && input.body.partly === 'false';
  if (dry_run || isRefused || acts.length === 0) {
    const { left, ...said } = shown;
    return {
      ...said,
      errors: joinSame(errors, table.absent)
        .slice(0, SHOWN)
        .map((error) => toErrorView(error, locale)),
      dry_run: true,
      created: 0,
      skipped: rows.length - left.failed,
      failed: left.failed,
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
      payload: { row: act.row, rows: act.rows.length, input: act.input, again: act.again },
    })),
  });
  return answerRun(parts, actor, run_id);
}

/** What was read of the table; kept with the run, which answers with it whenever it is asked again. */
const shownParams = z.object({
  shown: actImportCalls['acts.process'].answer
    .pick({
      rows: true,
      acts: true,
      amount: true,
      preview: true,
      passed: true,
      repeats: true,
      repeats_total: true,
    })
    // Rows that the run does not have: wrong ones, and others.
    .extend({ left: z.object({ failed: z.int(), skipped: z.int() }) }),
});
type Shown = z.output<typeof shownParams>['shown'];

/** What the run keeps of a row. */
const importedRow = z.object({ row: z.int(), input: actInput, again: z.boolean().optional() });

/** Acts of rows that one person gave at once, by their positions; a `Problem` of one undoes all. */
export async function importActsOfRun(
  tx: Tx,
  items: readonly BulkItem[],
  today: string,
): Promise<Map<number, BulkDone>> {
  // A run gives at least one.
  const run = items[0]!;
  const actor = await findActorOfRun(tx, run, 'manage_acts');
  const rows = items.map((item) => {
    const { row, ...kept } = importedRow.parse(item.payload);
    const origin = { action: 'import', import_run_id: item.run_id, import_row: row } as const;
    return { item, ...kept, origin };
  });
  const acts = await createInOrder(tx, { ...actor, locale: toLocale(actor.locale) }, rows, today);
  const once = acts.filter(({ again }) => !again);
  await assertNew(
    tx,
    run,
    once.map(({ content }) => content),
  );
  return new Map(acts.map(({ item, id, number }) => [item.position, { subject_id: id, label: number }]));
}

async function answerRun(parts: Parts, actor: CompanyActor, run_id: number) {
  await parts.bulk.wait(run_id, WAIT_MS);
  const run = (await findRun(parts.db, actor, run_id))!;
  const { left, ...shown } = shownParams.parse(await getRunParams(parts.db, run_id)).shown;
  const counted = await countRows(parts.db, run_id);
  return {
    ...shown,
    errors: [],
    dry_run: false,
    created: counted.created,
    skipped: counted.skipped + left.skipped,
    failed: counted.failed + left.failed,
    run: { ...toRun(run), kind: 'acts.import' as const },
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
