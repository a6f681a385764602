import { z } from 'zod';
import type { ActView } from '../../../sdk/ts/src/client.ts';
import { day, id, tool, type Tool } from './tool.ts';
import { userText } from './user-text.ts';
import { actRow } from './views.ts';

const decimal = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()])
  .describe('As text, "1500.00": numbers round.');
const line = z.strictObject({
  category_id: id.describe('Of list_references.'),
  unit_id: id.describe('Of list_references.'),
  description: z.string().min(1).max(500),
  quantity: decimal,
  rate: decimal,
  kind: z.enum(['work', 'bonus', 'deduction', 'expense']).optional().describe('Without it, work.'),
  service_date: day.optional(),
});
const fields = {
  title: z.string().min(1).max(200),
  date: day,
  start_date: day,
  end_date: day,
  knp: z
    .string()
    .length(3)
    .optional()
    .describe('Payment purpose code. Never guess it: take that of an earlier act.'),
  additional_info: z.string().max(2000).optional(),
  services: z.array(line).min(1).max(200).describe('The lines of the act.'),
};

function draftOf(act: ActView) {
  return { ...actRow(act), version: act.version };
}

export const PREPARE_TOOLS: Tool[] = [
  tool({
    name: 'prepare_acts',
    title: 'Prepare acts',
    about:
      'Makes drafts of acts, each row with its own outcome. Nobody but the company sees a draft; a person sends, signs and pays it in Kelisim. Give external_id where there is one: a row whose external_id is known is answered with its act, so a repeat makes no duplicate; where there is none, look with list_acts for an act of the same period first. If the state is running, follow it with get_run.',
    input: {
      acts: z
        .array(
          z.strictObject({
            contract_id: id,
            executor_id: id,
            external_id: z.string().min(1).max(100).optional(),
            ...fields,
          }),
        )
        .min(1)
        .max(200),
    },
    calls: ['acts.create_many'],
    async run(api, { acts }) {
      const items = acts.map(({ executor_id, ...act }) => ({ ...act, contractor_company_id: executor_id }));
      const run = await api.call('acts.create_many', { body: { items } });
      const rows = run.items.map(({ index, external_id, act_id, code, field, message }) => ({
        row: index,
        external_id: external_id ?? undefined,
        ...(act_id ? { act_id } : code ? { refused: { code, field, message } } : { waits: true }),
      }));
      return { run_id: run.run_id, state: run.state, rows };
    },
  }),
  tool({
    name: 'change_draft_act',
    title: 'Change a draft',
    about:
      'Changes an act that was not sent, or was returned. Give its version as get_act says it, and only the fields that change; `services` replaces all lines.',
    input: { act_id: id, version: z.int(), ...z.object(fields).partial().shape },
    calls: ['acts.get', 'acts.update'],
    async run(api, { act_id, version, ...change }) {
      const params = { act_id };
      const act = await api.call('acts.get', { params });
      if (!['draft', 'returned'].includes(act.status.code))
        throw new Error(`The act is ${act.status.code}: only a draft or a returned act can be changed.`);
      if (act.schedule || act.auto_generate)
        throw new Error('Other acts are made from this one by a schedule: a person changes it in Kelisim.');
      const {
        title = act.title,
        date = act.act_date,
        start_date = act.start_date,
        end_date = act.end_date,
        knp = act.knp,
        additional_info = act.additional_info,
        services = act.services.map(
          ({ category, unit, description, quantity, rate, service_date, kind, taxed }) => ({
            category_id: category.id,
            unit_id: unit.id,
            description,
            quantity,
            rate,
            service_date,
            kind: kind as 'work',
            taxed,
          }),
        ),
      } = change;
      const body = {
        title,
        contract_id: act.contract_id,
        contractor_company_id: act.contractor_company.id,
        date,
        start_date,
        end_date,
        knp,
        additional_info,
        services,
        version,
      };
      return draftOf(await api.call('acts.update', { params, body }));
    },
  }),
  tool({
    name: 'prepare_contracts',
    title: 'Prepare contracts',
    about:
      'Makes a draft of a contract from a template for each executor, as a run that get_run follows. If a field of the template is missing for anybody, it makes none and says what is missing. A person sends and signs them in Kelisim.',
    input: {
      template_id: id.describe('Of list_references.'),
      executor_ids: z.array(id).min(1).max(100),
      title: z.string().min(1).max(200),
      type_id: id.optional().describe('Of list_references.'),
      date: day.optional(),
      start_date: day,
      end_date: day,
    },
    calls: ['documents.check_template', 'documents.create_many'],
    async run(api, { executor_ids, ...contract }) {
      const executor_company_ids = executor_ids;
      const { template_id } = contract;
      const checked = await api.call('documents.check_template', {
        body: { template_id, executor_company_ids },
      });
      const incomplete = checked.items.filter(({ missing }) => missing.length > 0);
      if (incomplete.length > 0)
        return {
          prepared: 0,
          missing: incomplete.map((one) => ({
            executor_id: one.executor_company_id,
            fields: one.missing.map(({ field, filled_by }) => ({ field, filled_by })),
            user_text: userText({ name: one.name }),
          })),
        };
      const run = await api.call('documents.create_many', { body: { ...contract, executor_company_ids } });
      return { run_id: run.id, state: run.state, total: run.total };
    },
  }),
];
