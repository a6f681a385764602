import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import type { Parts } from '../../parts.ts';
import { listMeantActs, listMeantIds } from '../acts/public.ts';
import { isCallbackMark } from '../integrations/public.ts';
import { runBulk } from '../jobs/public.ts';
import { approveOrders } from './approve-orders.ts';
import { askForStatements } from './ask-statements.ts';
import { cancelOrder, decideOrder } from './change-order.ts';
import { findPayChannels, findPayWay } from './choose-channel.ts';
import { editOrder } from './edit-order.ts';
import { findPaymentFile, listPaymentFiles } from './files.queries.ts';
import { cancelChange, changeChoices, changeLimit, confirmChange } from './limit-change.ts';
import { makePaymentFile } from './make-payment-file.ts';
import { matchOperation, setAside } from './match-operation.ts';
import { findOrder, listCandidates, listOrders } from './orders.queries.ts';
import {
  assertMayApprove,
  countAboveLimit,
  findPayChoices,
  findShownAccount,
  hurryOrder,
  listPayees,
} from './payments.queries.ts';
import {
  getSettings,
  getSummary,
  toOperation,
  toOrder,
  toPaymentFile,
  toStatement,
} from './payments.view.ts';
import { assertShown, toShown } from './shown-payees.ts';
import { readStatement } from './read-statement.ts';
import { findOperation, findStatement, listOperations, listStatements } from './statements.queries.ts';

type Names = Extract<keyof Handlers, `payments.${string}` | 'acts.pay'>;

export function paymentsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  const orderOf = async (actor: CompanyActor, order_id: number, locale: Locale) => {
    const row = await findOrder(db, actor.company_id, order_id, locale);
    if (!row) throw new Problem('not_found');
    return toOrder(row, actor, parts.clock.now());
  };
  const findPayment = async ({ company_id }: CompanyActor, act_ids: readonly number[], locale: Locale) => ({
    payer: { company_id, ...(await findShownAccount(db, company_id, locale)) },
    payees: await listPayees(db, company_id, act_ids, locale),
  });
  const operationOf = async (actor: CompanyActor, operation_id: number) => {
    const row = await findOperation(db, actor.company_id, operation_id);
    if (!row) throw new Problem('not_found');
    return row;
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
        const { payer, payees } = await findPayment(actor, ids, locale);
        await assertShown(db, shown, payer, payees);
      }
      return runBulk(parts, context, 'acts.pay', acts, { shown });
    },
    'payments.preview': async ({ input, actor, locale }) => {
      const act_ids = await listMeantIds(db, actor, input.body);
      const choices = await findPayChoices(db, actor.company_id);
      const { payer, payees } = await findPayment(actor, act_ids, locale);
      return {
        payer,
        shown: toShown(payer, payees),
        payees: payees.map(({ sum_tiyn, ...payee }) => ({ ...payee, amount: formatMoney(sum_tiyn) })),
        left_out: act_ids.length - payees.reduce((sum, payee) => sum + payee.acts, 0),
        channel: (await findPayWay(parts, db, actor.company_id, choices)).channel,
        above_limit: await countAboveLimit(db, actor.company_id, act_ids, choices.payment_limit_tiyn),
      };
    },
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
        items: rows.map((row) => toOrder(row, actor, now)),
        pages: pagesOf(total, query.limit),
        total,
        is_exact,
        total_amount: formatMoney(sum_tiyn),
      };
    },
    'payments.summary': ({ actor }) => getSummary(db, actor.company_id),
    'payments.approve': async ({ input, actor }) => {
      await assertMayApprove(db, actor);
      const approved = await change((tx) => approveOrders(tx, actor, input.body));
      return { approved, left_out: input.body.order_ids.length - approved };
    },
    'payments.cancel': async ({ input, actor, locale }) => {
      await change((tx) => cancelOrder(tx, actor, input.params.order_id));
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
    'payments.make_file': async (context) => {
      const { actor, input } = context;
      const id = await change((tx) =>
        makeOnce(tx, context, 'files', () => makePaymentFile(parts, tx, actor, input.body)),
      );
      return toPaymentFile((await findPaymentFile(db, actor.company_id, id))!);
    },
    'payments.files': async ({ input, actor }) => {
      const { rows, total } = await listPaymentFiles(db, actor.company_id, input.query);
      return {
        items: rows.map(toPaymentFile),
        pages: pagesOf(total, input.query.limit),
        total,
        is_exact: true,
      };
    },
    'payments.file': async ({ input, actor }) => {
      const file = await findPaymentFile(db, actor.company_id, input.params.payment_file_id);
      if (!file) throw new Problem('not_found');
      return { bytes: await readFileOf(parts.store, file), name: file.name };
    },
    'payments.read_statement': async ({ files, actor }) => {
      const id = await change((tx) => readStatement(parts, tx, actor, files.file!));
      return toStatement(await findStatement(db, actor.company_id, id));
    },
    'payments.ask_statement': ({ input, actor, locale }) =>
      askForStatements(parts, actor, input.body, locale),
    'payments.statements': async ({ input, actor }) => {
      const { rows, total } = await listStatements(db, actor.company_id, input.query);
      return {
        items: rows.map(toStatement),
        pages: pagesOf(total, input.query.limit),
        total,
        is_exact: true,
      };
    },
    'payments.operations': async ({ input, actor }) => {
      const { query } = input;
      const { rows, total, is_exact } = await listOperations(db, actor.company_id, query, query);
      return { items: rows.map(toOperation), pages: pagesOf(total, query.limit), total, is_exact };
    },
    'payments.candidates': async ({ input, actor, locale }) => {
      const operation = await operationOf(actor, input.params.operation_id);
      const rows = await listCandidates(db, actor.company_id, operation, locale);
      const now = parts.clock.now();
      return rows.map((row) => toOrder(row, actor, now));
    },
    'payments.match': async ({ input, actor }) => {
      const { operation_id } = input.params;
      await change((tx) => matchOperation(tx, actor, operation_id, input.body.order_id));
      return toOperation(await operationOf(actor, operation_id));
    },
    'payments.set_aside': async ({ input, actor }) => {
      const { operation_id } = input.params;
      await change((tx) => setAside(tx, actor, operation_id, input.body));
      return toOperation(await operationOf(actor, operation_id));
    },
    'payments.settings': ({ actor, locale }) => getSettings(parts, actor, locale),
    'payments.change_settings': async ({ input, actor, locale }) => {
      const { channel, payment_limit, bookkeeper_name, banking_integration_type } = input.body;
      const { channels, banks } = await findPayChannels(parts, db, actor.company_id);
      if (!channels.includes(channel)) throw new Problem('payment.no_bank', { field: 'channel' });
      if (banking_integration_type && !banks.includes(banking_integration_type))
        throw new Problem('payment.no_bank', { field: 'banking_integration_type' });
      await change(async (tx) => {
        await changeLimit(parts, tx, actor, payment_limit === null ? null : parseMoney(payment_limit)!);
        await changeChoices(parts, tx, actor, {
          payment_channel: channel,
          bookkeeper_name: bookkeeper_name?.trim() || null,
          ...(banking_integration_type !== undefined && { banking_integration_type }),
        });
      });
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
