import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { exportOrders } from './export-orders.ts';
import { listMeantActs } from '../acts/public.ts';
import { isCallbackMark } from '../integrations/public.ts';
import { runBulk } from '../jobs/public.ts';
import { approveOrders } from './approve-orders.ts';
import { addRule, endRule, listRules } from './bank-rules.queries.ts';
import { findCandidates } from './candidates.ts';
import { askForStatements } from './ask-statements.ts';
import { cancelOrder, decideOrder } from './change-order.ts';
import { changeSettings } from './change-settings.ts';
import { editOrder } from './edit-order.ts';
import type { FileCalls } from './files.routes.ts';
import type { TableCalls } from './tables.routes.ts';
import { cancelChange, confirmChange } from './limit-change.ts';
import { matchMany } from './match-many.ts';
import { matchOperation, setAside, type MatchInput } from './match-operation.ts';
import { findOrder, listOrders } from './orders.queries.ts';
import { assertMayApprove, hurryOrder } from './payments.queries.ts';
import { getSettings, getSummary, toOperation, toOrder, toRule, toStatement } from './payments.view.ts';
import { explainPayment, findPayment, previewPayment } from './preview-payment.ts';
import { assertShown } from './shown-payees.ts';
import { readStatement } from './read-statement.ts';
import { takeBack } from './take-back.ts';
import { findOperation, findStatement, listOperations, listStatements } from './shown-statements.queries.ts';

type Names = Exclude<Extract<keyof Handlers, `payments.${string}` | 'acts.pay'>, FileCalls | TableCalls>;

export function paymentsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  const orderOf = async (actor: CompanyActor, order_id: number, locale: Locale) => {
    const row = orNotFound(await findOrder(db, actor.company_id, order_id, locale));
    return toOrder(row, actor, parts.clock.now());
  };
  const operationOf = async (actor: CompanyActor, operation_id: number) => {
    const row = orNotFound(await findOperation(db, actor.company_id, operation_id));
    return row;
  };
  const shownOperation = async (actor: CompanyActor, operation_id: number) => {
    const row = await operationOf(actor, operation_id);
    return toOperation(row, await findCandidates(db, actor.company_id, [row]));
  };
  return {
    'acts.pay': async (context) => {
      const { actor, input, locale, idempotency_key, request_hash } = context;
      const { shown } = input.body;
      const acts = await listMeantActs(db, actor, input.body);
      const run = { ...actor, kind: 'acts.pay', idempotency_key, request_hash };
      // A repeat answers what became of the first: its acts are being paid, and the preview of now is another.
      if (shown && (await parts.bulk.find(run)) === null) {
        const ids = acts.map(({ subject_id }) => subject_id);
        const { payer, payees } = await findPayment(parts, actor, ids, locale);
        await assertShown(db, shown, payer, payees);
      }
      return runBulk(parts, context, 'acts.pay', acts, { shown });
    },
    'payments.preview': ({ input, actor, locale }) => previewPayment(parts, actor, input.body, locale),
    'payments.explain': ({ input, actor, locale }) => explainPayment(parts, actor, input.body, locale),
    'payments.orders': async ({ input, actor, locale }) => {
      const { query } = input;
      const { rows, total, is_exact, sum_tiyn } = await listOrders(
        db,
        actor.company_id,
        query,
        query,
        locale,
      );
      const now = parts.clock.now();
      return {
        ...pageAnswer({ rows, total, is_exact }, query.limit, (row) => toOrder(row, actor, now)),
        total_amount: formatMoney(sum_tiyn),
      };
    },
    'payments.orders_sheet': ({ input, actor, locale }) =>
      exportOrders(parts, actor.company_id, input.query, locale),
    'payments.summary': ({ actor }) => getSummary(db, actor.company_id),
    'payments.approve': async ({ input, actor }) => {
      await assertMayApprove(db, actor);
      const approved = await change((tx) => approveOrders(tx, actor, input.body));
      return { approved, left_out: input.body.order_ids.length - approved };
    },
    'payments.cancel': async ({ input, actor, locale }) => {
      await change((tx) => cancelOrder(parts, tx, actor, input.params.order_id));
      return orderOf(actor, input.params.order_id, locale);
    },
    'payments.edit': async ({ input, actor, locale }) => {
      await change((tx) => editOrder(tx, actor, input.params.order_id, input.body));
      return orderOf(actor, input.params.order_id, locale);
    },
    'payments.callback': async ({ input }) => {
      const { order_id, mark } = input.params;
      if (!isCallbackMark(parts, order_id, mark)) throw new Problem('not_found');
      await hurryOrder(db, order_id);
      return { taken: true };
    },
    'payments.decide': async ({ input, actor, locale }) => {
      await change((tx) => decideOrder(parts, tx, actor, input.params.order_id, input.body));
      return orderOf(actor, input.params.order_id, locale);
    },
    'payments.read_statement': async ({ files, input, actor, locale }) => {
      const { statement_id, ...counts } = await change((tx) =>
        readStatement(parts, tx, actor, files.file!, input.body.mapping),
      );
      const row = await findStatement(db, actor.company_id, statement_id);
      return { ...toStatement(row, locale), ...counts };
    },
    'payments.ask_statement': ({ input, actor, locale }) =>
      askForStatements(parts, actor, input.body, locale),
    'payments.statements': async ({ input, actor, locale }) => {
      const found = await listStatements(db, actor.company_id, input.query);
      return pageAnswer(found, input.query.limit, (row) => toStatement(row, locale));
    },
    'payments.operations': async ({ input, actor }) => {
      const { query } = input;
      const { rows, total, is_exact } = await listOperations(db, actor.company_id, query, query);
      const candidates = await findCandidates(db, actor.company_id, rows);
      const items = rows.map((row) => toOperation(row, candidates));
      return { items, pages: pagesOf(total, query.limit), total, is_exact };
    },
    'payments.candidates': async ({ input, actor }) => {
      const operation = await operationOf(actor, input.params.operation_id);
      return (await findCandidates(db, actor.company_id, [operation])).get(operation.id) ?? [];
    },
    'payments.match': async ({ input, actor }) => {
      const { operation_id } = input.params;
      await change((tx) => matchOperation(tx, actor, operation_id, wishOf(input.body)));
      return shownOperation(actor, operation_id);
    },
    'payments.match_many': async ({ input, actor, locale }) => {
      const matches = input.body.matches.map(({ operation_id, kind, ...wish }) => ({
        operation_id,
        kind,
        ...wishOf(wish),
      }));
      const { done, left_out } = await matchMany(db, actor, matches);
      return {
        done,
        left_out: left_out.map(({ operation_id, problem }) => ({
          operation_id,
          message: problemText(problem.code, locale, problem.detail),
        })),
      };
    },
    'payments.rules': async ({ actor }) => (await listRules(db, actor.company_id)).map(toRule),
    'payments.add_rule': async ({ input, actor }) => {
      const id = await change((tx) => addRule(tx, actor, input.body));
      return toRule((await listRules(db, actor.company_id)).find((rule) => rule.id === id)!);
    },
    'payments.end_rule': async ({ input, actor }) => {
      if (!(await change((tx) => endRule(tx, actor, input.params.rule_id)))) throw new Problem('not_found');
      return (await listRules(db, actor.company_id)).map(toRule);
    },
    'payments.take_back': async ({ input, actor }) => {
      const { operation_id } = input.params;
      await change((tx) => takeBack(tx, actor, operation_id));
      return shownOperation(actor, operation_id);
    },
    'payments.set_aside': async ({ input, actor }) => {
      const { operation_id } = input.params;
      await change((tx) => setAside(tx, actor, operation_id, input.body));
      return shownOperation(actor, operation_id);
    },
    'payments.settings': ({ actor, locale }) => getSettings(parts, actor, locale),
    'payments.change_settings': async ({ input, actor, locale }) => {
      await changeSettings(parts, actor, input.body);
      return getSettings(parts, actor, locale);
    },
    'payments.confirm_limit': async ({ input, actor, locale }) => {
      await confirmChange(parts, actor, input.params.change_id);
      return getSettings(parts, actor, locale);
    },
    'payments.cancel_limit': async ({ input, actor, locale }) => {
      await cancelChange(parts, actor, input.params.change_id);
      return getSettings(parts, actor, locale);
    },
  };
}

function wishOf({
  orders,
  advance_to,
  obligation,
}: {
  orders: readonly { order_id: number; amount?: string | undefined }[];
  advance_to?: number | null | undefined;
  obligation?: MatchInput['obligation'];
}): MatchInput {
  return {
    orders: orders.map(({ order_id, amount }) => ({
      order_id,
      amount_tiyn: amount === undefined ? undefined : parseMoney(amount)!,
    })),
    advance_to,
    obligation,
  };
}
