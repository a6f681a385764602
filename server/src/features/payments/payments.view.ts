import type { CallAnswer } from '@kelisim/shared/kernel/call.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import { mayDecide, orderTable } from '@kelisim/shared/features/payments/order-status.ts';
import type {
  BankOperation,
  BankRule,
  OperationCandidate,
  BankStatement,
} from '@kelisim/shared/features/payments/statements.contract.ts';
import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/integrations.ts';
import ru from '@kelisim/shared/texts/ru/integrations.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Parts } from '../../parts.ts';
import { findStatementDoor } from '../integrations/public.ts';
import type { listRules } from './bank-rules.queries.ts';
import { findPayChannels, findPayWay } from './choose-channel.ts';
import { orderVersion } from './approve-orders.ts';
import { mayEdit } from './edit-order.ts';
import { mayCancelRest, momentOf, needsPerson } from './move-order.ts';
import { summariseOrders, type ShownOrder } from './orders.queries.ts';
import { findPayChoices } from './payments.queries.ts';
import { countUnmatched, type ShownOperation, type ShownStatement } from './shown-statements.queries.ts';
import { findWaiting } from './limit-change.queries.ts';
import type { Undecided } from './undecided.queries.ts';

export function toOrder(row: ShownOrder, actor: CompanyActor, now: Date): PaymentOrder {
  const waits = row.status === 'created' && row.needs_approval && row.approved_by === null;
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    channel: row.channel,
    amount: formatMoney(row.amount_tiyn),
    knp: row.knp,
    purpose: row.purpose,
    act: { id: row.act_id, number: `${row.act_number}/${row.act_year}` },
    payee: {
      company_id: row.contractor_company_id,
      name: row.payee_name,
      bin: row.payee_bin,
      iban: row.payee_iban,
      bic: row.payee_bic,
      bank_name: row.payee_bank,
    },
    created_at: row.created_at.toISOString(),
    created_by: row.maker_name,
    sent_at: row.sent_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
    settled_amount: formatMoney(row.settled_tiyn),
    settled_on: row.settled_on,
    withheld: formatMoney(row.withheld_tiyn),
    reason: row.reason,
    needs_approval: waits,
    approved_by: row.second_name,
    may_approve: waits && !row.payee_changed && row.created_by !== actor.user_id,
    may_cancel: orderTable.next(row.status, 'cancel', 'business') !== null || mayCancelRest(row, now),
    may_edit: mayEdit(row),
    may_decide: mayDecide(momentOf(row, now)),
    needs_person: needsPerson(row, now),
    payment_file_id: row.payment_file_id,
    payee_changed: row.payee_changed,
    version: orderVersion(row),
  };
}

export function toStatement(row: ShownStatement, locale: Locale): BankStatement {
  return {
    id: row.id,
    name: row.name,
    iban: row.iban,
    date_from: row.date_from,
    date_to: row.date_to,
    opening: row.opening_tiyn === null ? null : formatMoney(row.opening_tiyn),
    closing: row.closing_tiyn === null ? null : formatMoney(row.closing_tiyn),
    operations: row.operations,
    matched: row.matched,
    unmatched: row.unmatched,
    refused: row.refused.map(({ code, line, value }) => ({
      line,
      message: problemText(`statement.${code}`, locale, { values: { line, value } }),
    })),
    bank: row.bank as BankStatement['bank'],
    uploaded_by: row.uploader_name,
    api_key: row.api_key,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * The likeliest of which more speaks than the sum: of many who are paid the same, the sum alone is no reason to propose one,
 * nor to hide an advance to whoever the bank names. The user finds such orders in the window.
 */
const groundedOf = (candidates: readonly OperationCandidate[] = []) =>
  candidates.find(({ kind, reasons }) => kind !== 'order' || reasons.some((reason) => reason !== 'sum')) ??
  null;

export function toOperation(
  row: ShownOperation,
  candidates: ReadonlyMap<number, OperationCandidate[]>,
): BankOperation {
  return {
    id: row.id,
    statement_id: row.statement_id,
    line: row.line,
    direction: row.direction,
    number: row.number,
    date: row.day,
    amount: formatMoney(row.amount_tiyn),
    currency: row.currency,
    counterparty: {
      name: row.counterparty_name,
      bin: row.counterparty_bin,
      iban: row.counterparty_iban,
    },
    knp: row.knp,
    purpose: row.purpose,
    state: row.state,
    orders: row.orders.map(({ amount_tiyn, ...order }) => ({
      ...order,
      amount: formatMoney(BigInt(amount_tiyn)),
    })),
    advance: row.advance && {
      executor_company_id: row.advance.executor_company_id,
      name: row.advance.name,
      amount: formatMoney(BigInt(row.advance.amount_tiyn)),
    },
    obligation: row.obligation,
    kind: row.kind,
    is_by_rule: row.rule_id !== null,
    note: row.note,
    candidate: groundedOf(candidates.get(row.id)),
  };
}

export function toRule({ made_at, ...rule }: Awaited<ReturnType<typeof listRules>>[number]): BankRule {
  return { ...rule, made_at: made_at.toISOString() };
}

export const toUndecided = (of: Undecided | undefined) =>
  of ? { operations: of.operations, amount: formatMoney(of.amount_tiyn), last_on: of.last_on } : null;

export async function getSummary(
  db: Handle,
  company_id: number,
): Promise<CallAnswer<Calls['payments.summary']>> {
  const [sums, unmatched] = await Promise.all([
    summariseOrders(db, company_id),
    countUnmatched(db, company_id),
  ]);
  return {
    waiting_file: { orders: sums.file_orders, amount: formatMoney(sums.file_tiyn) },
    awaiting_approval: { orders: sums.second_orders, amount: formatMoney(sums.second_tiyn) },
    in_bank: { orders: sums.bank_orders, amount: formatMoney(sums.bank_tiyn) },
    needs_person: sums.silent,
    unmatched,
  };
}

export async function getSettings(
  parts: Parts,
  actor: CompanyActor,
  locale: Locale,
): Promise<CallAnswer<Calls['payments.settings']>> {
  const { company_id } = actor;
  const choices = await findPayChoices(parts.db, company_id);
  const [way, { channels, banks }, door, waiting] = await Promise.all([
    findPayWay(parts, parts.db, company_id, choices),
    findPayChannels(parts, parts.db, company_id),
    findStatementDoor(parts, parts.db, company_id),
    findWaiting(parts.db, company_id),
  ]);
  return {
    channel: way.channel,
    channels,
    banking_integration_type: banks.find((kind) => kind === choices.banking_integration_type) ?? null,
    banks,
    payment_limit: choices.payment_limit_tiyn === null ? null : formatMoney(choices.payment_limit_tiyn),
    pending_limit: waiting
      ? {
          id: waiting.id,
          payment_limit: waiting.payment_limit_tiyn === null ? null : formatMoney(waiting.payment_limit_tiyn),
          asked_by: waiting.full_name,
          asked_at: waiting.asked_at.toISOString(),
          applies_at: waiting.applies_at?.toISOString() ?? null,
          may_confirm: waiting.asked_by !== actor.user_id && mayDo(actor, 'manage_settings'),
        }
      : null,
    bookkeeper_name: choices.bookkeeper_name,
    purpose: choices.payment_purpose,
    knp: choices.payment_knp,
    statements: door && {
      bank: door.kind,
      asked_at: door.asked_at?.toISOString() ?? null,
      fault: door.fault && { ru, kz }[locale].faults[door.fault],
    },
  };
}
