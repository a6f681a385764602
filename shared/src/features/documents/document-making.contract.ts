import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { date, id, ids, named, paperText } from '../../kernel/fields.ts';
import { run } from '../jobs/jobs.contract.ts';
import { TEMPLATE_FIELDS } from '../templates/template-fields.ts';
import { onPaper } from './documents.contract.ts';

const byTemplate = {
  template_id: id,
  title: paperText(200, 1),
  ...onPaper,
  start_date: date,
  end_date: date,
  type_id: id.default(1),
};

const readCall = callsOf({ access: { who: 'user' }, scope: 'contracts:read' });
const writeCall = callsOf({
  access: { who: 'business', right: 'manage_contracts' },
  scope: 'contracts:write',
});

/** What contracts are made of, and the words to choose from. */
export const documentMakingCalls = {
  'documents.convert': userCall('POST /api/v1/doc/convert/pdf', {
    scope: 'contracts:write',
    summary: 'Convert a Word file to PDF; a valid PDF is returned unchanged',
    body: z.strictObject({ file_type: z.enum(['docx', 'pdf'], 'field.choice') }),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['docx', 'pdf'] } },
    answer: { file: 'application/pdf' },
  }),
  'documents.check_template': writeCall('POST /api/v1/template/contract/check', {
    summary: 'List what a template could not fill for whom; creates nothing',
    body: z.strictObject({ template_id: id, executor_company_ids: ids }),
    answer: z.object({
      ready: z.int(),
      items: z.array(
        z.object({
          executor_company_id: id,
          name: z.string(),
          bin: z.string(),
          missing: z.array(
            z.object({
              field: z.enum(TEMPLATE_FIELDS),
              title: z.string(),
              filled_by: z.enum(['contract', 'company', 'executor']),
            }),
          ),
        }),
      ),
    }),
  }),
  'documents.create_by_template': writeCall('POST /api/v1/template/contract/create-by-template', {
    summary: 'Create a draft contract with one executor from a template',
    body: z.strictObject({ ...byTemplate, executor_company_id: id }),
    answer: z.object({ contract_id: id }),
    idempotency: true,
  }),
  'documents.create_many': writeCall('POST /api/v1/template/contract/create-many', {
    field_scopes: { send: 'contracts:send' },
    summary:
      'Create a contract with each of many executors, as a run with a row for each; `send` also sends them',
    body: z.strictObject({ ...byTemplate, executor_company_ids: ids, send: z.boolean().default(false) }),
    answer: run,
    idempotency: true,
  }),
  'documents.statuses': readCall('GET /api/v1/doc/documents/statuses', {
    summary: 'List the states of contracts',
    answer: z.array(named),
  }),
  'documents.types': readCall('GET /api/v1/doc/documents/types', {
    summary: 'List the types of contracts',
    answer: z.array(named),
  }),
};
