import { OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type {
  ReconciliationLine,
  ReconciliationSummary,
  ReconciliationView,
} from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findSummary, listLines, type LineRow, type SummaryRow } from './reconciliations.queries.ts';

export function toSummary(row: SummaryRow): ReconciliationSummary {
  return {
    id: row.id,
    company: { id: row.company_id, name: row.company_name, bin: row.company_bin },
    executor: { id: row.executor_company_id, name: row.executor_name, bin: row.executor_bin },
    date_from: row.date_from,
    date_to: row.date_to,
    status: row.status,
    state: row.state,
    answer_until: row.answer_until,
    sent_at: row.sent_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
    differences: row.differences,
    closing: formatMoney(row.closing_tiyn),
    document:
      row.document_id === null
        ? null
        : { id: row.document_id, number: row.document_number!, status: row.document_status! },
  };
}

export const isMoney = ({ kind }: Pick<LineRow, 'kind'>) => !OWED_KINDS.includes(kind);

/** What the executor has: their own sum where they gave one, else the company's. */
export const theirAmount = ({ amount_tiyn, their_amount_tiyn }: LineRow): bigint =>
  their_amount_tiyn ?? amount_tiyn ?? 0n;

const shown = (tiyn: bigint | null) => (tiyn === null ? null : formatMoney(tiyn));

function toLine(row: LineRow): ReconciliationLine {
  return {
    position: row.position,
    date: row.date,
    late_of: row.late_of,
    kind: row.kind,
    act_id: row.act_id,
    number: row.number,
    order_number: row.order_number,
    contract: row.contract_number === null ? null : { number: row.contract_number, date: row.contract_date! },
    amount: shown(row.amount_tiyn),
    their_amount: shown(row.their_amount_tiyn),
    remark: row.remark,
  };
}

/** Sums of one column of a half: money or acts. */
export const sumOf = (rows: readonly LineRow[], money: boolean, amount: (row: LineRow) => bigint): bigint =>
  rows.filter((row) => isMoney(row) === money).reduce((sum, row) => sum + amount(row), 0n);

export async function getReconciliation(
  { clock }: Pick<Parts, 'clock'>,
  db: Handle,
  actor: Pick<CompanyActor, 'role' | 'company_id'>,
  id: number,
): Promise<{ row: SummaryRow; lines: LineRow[] }> {
  const row = orNotFound(await findSummary(db, actor, id, almatyDate(clock.now())));
  return { row, lines: await listLines(db, row) };
}

export async function viewReconciliation(
  parts: Pick<Parts, 'clock'>,
  db: Handle,
  actor: CompanyActor,
  id: number,
): Promise<ReconciliationView> {
  const { row, lines } = await getReconciliation(parts, db, actor, id);
  const own = (line: LineRow) => line.amount_tiyn ?? 0n;
  const theirs = sumOf(lines, false, theirAmount) - sumOf(lines, true, theirAmount);
  return {
    ...toSummary(row),
    lines: lines.map(toLine),
    opening: formatMoney(row.opening_tiyn),
    their_opening: shown(row.their_opening_tiyn),
    owed: formatMoney(sumOf(lines, false, own)),
    paid: formatMoney(sumOf(lines, true, own)),
    their_closing: formatMoney((row.their_opening_tiyn ?? row.opening_tiyn) + theirs),
    remark: row.remark,
    reminders: row.reminders,
  };
}
