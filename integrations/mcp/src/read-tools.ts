import { z } from 'zod';
import { KelisimError } from '../../../sdk/ts/src/client.ts';
import { day, id, page, tool, type Tool } from './tool.ts';
import { userText } from './user-text.ts';
import { actRow, contractRow, executorRow, orderRow } from './views.ts';

const LIMIT = 25;
const search = z.string().max(100).optional().describe('Number, title or name; part of it is enough.');
const statuses = (names: string) =>
  z.array(z.string()).max(10).optional().describe(`Any of: ${names}. Without it, all.`);

/** Filters take numbers of states, people and assistants their words. */
function idsOf(known: { id: number; code: string }[], words: string[] | undefined): number[] | undefined {
  return words?.map((word) => {
    const found = known.find(({ code }) => code === word);
    if (!found) throw new Error(`Unknown status ${word}; known: ${known.map(({ code }) => code).join(', ')}`);
    return found.id;
  });
}

/** A part of an answer that the key may lack the scope for. */
async function orScope<Part>(part: Promise<Part>): Promise<Part | { not_open_to_this_key: string }> {
  return part.catch((error: unknown) => {
    if (error instanceof KelisimError && error.status === 403) return { not_open_to_this_key: error.code };
    throw error;
  });
}

export const READ_TOOLS: Tool[] = [
  tool({
    name: 'find_what_waits',
    title: 'What waits',
    about:
      'What waits for the company: counters, acts and contracts that its people have to act on, and payments. Start here.',
    input: {},
    calls: ['home.analytics', 'payments.summary', 'acts.list', 'documents.list'],
    async run(api) {
      const query = { waiting: true, limit: 10 };
      const [counters, payments, acts, contracts] = await Promise.all([
        orScope(api.call('home.analytics', {})),
        orScope(api.call('payments.summary', {})),
        orScope(api.call('acts.list', { query })),
        orScope(api.call('documents.list', { query })),
      ]);
      return {
        // Charts and lists of the first page say nothing more.
        counters: Object.fromEntries(Object.entries(counters).filter(([, one]) => typeof one !== 'object')),
        payments,
        acts: 'items' in acts ? { total: acts.total, first: acts.items.map(actRow) } : acts,
        contracts:
          'items' in contracts
            ? { total: contracts.total, first: contracts.items.map(contractRow) }
            : contracts,
      };
    },
  }),
  tool({
    name: 'list_acts',
    title: 'List acts',
    about: `Acts of completed works, the newest first, ${LIMIT} a page. \`open\` is what is still to be paid.`,
    input: {
      statuses: statuses(
        'draft, sent, signed_by_business, signed_by_executor, signed, returned, annulment_requested, annulled, paying, paid',
      ),
      executor_id: id.optional(),
      contract_id: id.optional(),
      external_id: z.string().max(100).optional(),
      date_from: day.optional(),
      date_to: day.optional(),
      search,
      page,
    },
    calls: ['acts.list', 'acts.statuses'],
    async run(api, { statuses, executor_id, page, ...filter }) {
      const status_id = statuses && idsOf(await api.call('acts.statuses', {}), statuses);
      const query = { ...filter, status_id, contractor_company_id: executor_id, page, limit: LIMIT };
      const { items, pages, total } = await api.call('acts.list', { query });
      return { total, page, pages, items: items.map(actRow) };
    },
  }),
  tool({
    name: 'get_act',
    title: 'Read an act',
    about: 'One act with its lines, signatures and payment, and on request its history.',
    input: { act_id: id, with_history: z.boolean().default(false) },
    calls: ['acts.get', 'acts.history'],
    async run(api, { act_id, with_history }) {
      const params = { act_id };
      const act = await api.call('acts.get', { params });
      const history = with_history ? await api.call('acts.history', { params }) : null;
      return {
        ...actRow(act),
        version: act.version,
        knp: act.knp,
        lines: act.services.map((line) => ({
          category_id: line.category.id,
          unit: line.unit.name,
          unit_id: line.unit.id,
          quantity: line.quantity,
          rate: line.rate,
          amount: line.amount,
          kind: line.kind,
          user_text: userText({ description: line.description }),
        })),
        signed: act.signatures.map(({ side, signed_at }) => ({ side, signed_at })),
        payment: act.payment && {
          payment_id: act.payment.id,
          status: act.payment.status,
          amount: act.payment.amount,
        },
        ...(history && {
          history: history.map(({ action, to_status, created_at }) => ({
            action,
            to_status,
            at: created_at,
          })),
        }),
      };
    },
  }),
  tool({
    name: 'list_contracts',
    title: 'List contracts',
    about: `Contracts with executors, ${LIMIT} a page.`,
    input: {
      statuses: statuses(
        'draft, sent, signed_by_business, signed_by_executor, signed, expired, terminated, refused, signed_by_hand',
      ),
      executor_id: id.optional(),
      search,
      page,
    },
    calls: ['documents.list', 'documents.statuses'],
    async run(api, { statuses, executor_id, search, page }) {
      const status_id = statuses && idsOf(await api.call('documents.statuses', {}), statuses);
      const query = { status_id, contractor_company_id: executor_id, search, page, limit: LIMIT };
      const { items, pages, total } = await api.call('documents.list', { query });
      return { total, page, pages, items: items.map(contractRow) };
    },
  }),
  tool({
    name: 'get_contract',
    title: 'Read a contract',
    about: 'One contract, and on request its history.',
    input: { contract_id: id, with_history: z.boolean().default(false) },
    calls: ['documents.get', 'documents.history'],
    async run(api, { contract_id, with_history }) {
      const params = { doc_id: contract_id };
      const contract = contractRow(await api.call('documents.get', { params }));
      if (!with_history) return contract;
      const history = await api.call('documents.history', { params });
      return {
        ...contract,
        history: history.map(({ action, to_status, created_at }) => ({ action, to_status, at: created_at })),
      };
    },
  }),
  tool({
    name: 'list_executors',
    title: 'List executors',
    about: `People and firms that work for the company, with their present contract and what they are owed, ${LIMIT} a page.`,
    input: {
      statuses: z.array(z.enum(['invited', 'active', 'stopped', 'removed'])).optional(),
      external_id: z.string().max(100).optional(),
      search: search.describe('Name, or ИИН or БИН.'),
      page,
    },
    calls: ['executors.list'],
    async run(api, { statuses, external_id, search, page }) {
      const query = { status: statuses, external_id, search, page, limit: LIMIT };
      const { items, pages, total } = await api.call('executors.list', { query });
      return { total, page, pages, items: items.map(executorRow) };
    },
  }),
  tool({
    name: 'list_payments',
    title: 'List payments',
    about: `Payment orders and how far they are, ${LIMIT} a page. \`needs_person\`: the bank said nothing sure.`,
    input: {
      statuses: z
        .array(z.enum(['created', 'sending', 'unknown', 'accepted', 'settled', 'rejected', 'cancelled']))
        .optional(),
      executor_id: id.optional(),
      date_from: day.optional(),
      date_to: day.optional(),
      search,
      page,
    },
    calls: ['payments.orders'],
    async run(api, { statuses, executor_id, page, ...filter }) {
      const query = { ...filter, status: statuses, payee_company_id: executor_id, page, limit: LIMIT };
      const { items, pages, total, total_amount } = await api.call('payments.orders', { query });
      return { total, total_amount, page, pages, items: items.map(orderRow) };
    },
  }),
  tool({
    name: 'list_balances',
    title: 'List balances',
    about: `What each executor is still owed or has to give back, ${LIMIT} a page, with the sum over all.`,
    input: { executor_id: id.optional(), page },
    calls: ['bookkeeping.balances'],
    async run(api, { executor_id, page }) {
      const query = { company_id: executor_id, page, limit: LIMIT };
      const { items, pages, total, total_balance } = await api.call('bookkeeping.balances', { query });
      const rows = items.map(({ party, contract, ...sums }) => ({
        executor_id: party.id,
        contract_id: contract?.id,
        ...sums,
        user_text: userText({ executor: party.name, contract: contract?.title }),
      }));
      return { total, total_balance, page, pages, items: rows };
    },
  }),
  tool({
    name: 'list_events',
    title: 'List events',
    about:
      'What happened to acts, contracts, executors and payments, oldest first. Give `next` as `after` to go on. The first question of a company begins its feed.',
    input: { after: z.string().max(100).optional(), limit: z.int().min(1).max(200).default(50) },
    calls: ['events.list'],
    async run(api, query) {
      const { items, next, has_more, since } = await api.call('events.list', { query });
      const rows = items.map(({ type, timestamp, data }) => ({
        type,
        at: timestamp,
        [`${data.object}_id`]: data.id,
      }));
      return { since, next, has_more, items: rows };
    },
  }),
  tool({
    name: 'list_references',
    title: 'List references',
    about:
      'Ids that drafts take: categories and units of act lines, types of contracts, templates of contracts.',
    input: {},
    calls: ['acts.categories', 'acts.units', 'documents.types', 'templates.list'],
    async run(api) {
      const [categories, units, contract_types, templates] = await Promise.all([
        orScope(api.call('acts.categories', {})),
        orScope(api.call('acts.units', {})),
        orScope(api.call('documents.types', {})),
        orScope(api.call('templates.list', { query: { limit: 100 } })),
      ]);
      return {
        categories,
        units,
        contract_types,
        templates:
          'items' in templates
            ? templates.items.map((one) => ({ template_id: one.id, user_text: userText({ name: one.name }) }))
            : templates,
      };
    },
  }),
  tool({
    name: 'get_run',
    title: 'Follow a run',
    about: 'How far a long job is, such as contracts made for many executors, and which rows failed and why.',
    input: { run_id: id },
    calls: ['jobs.get', 'jobs.rows'],
    async run(api, { run_id }) {
      const params = { run_id };
      const [run, failed] = await Promise.all([
        api.call('jobs.get', { params }),
        api.call('jobs.rows', { params, query: { only_failed: true, limit: LIMIT } }),
      ]);
      return {
        run_id,
        kind: run.kind,
        state: run.state,
        total: run.total,
        done: run.done,
        failed: run.failed,
        failures: failed.items.map(({ subject_id, code, message, label }) => ({
          subject_id,
          code,
          message,
          user_text: userText({ label }),
        })),
      };
    },
  }),
];
