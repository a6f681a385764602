import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { formId, id, moment, text } from '../../kernel/fields.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { TEMPLATE_FIELDS, TEMPLATE_SORTS } from './template-fields.ts';

const DOCX = FILE_KINDS.docx.media_type;
const MAX_BYTES = 10_000_000;

export const template = z.object({
  id,
  name: z.string(),
  /** Where the file is fetched, with the session of the caller. */
  file_url: z.string(),
  fields: z.array(z.enum(TEMPLATE_FIELDS)),
  size: z.int(),
  /** Contracts made from it. */
  used: z.int(),
  created_at: moment,
  updated_at: moment,
});
export type Template = z.output<typeof template>;

const templateParams = z.strictObject({ template_id: id });

const readCall = callsOf({ access: { who: 'business' }, scope: 'contracts:read' });
const writeCall = callsOf({
  access: { who: 'business', right: 'manage_contracts' },
  scope: 'contracts:write',
});

export const templatesCalls = {
  'templates.list': readCall('GET /api/v1/template/contract', {
    summary: 'List contract templates; `sort` is a name from `template/ref/sort-parameters`',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(TEMPLATE_SORTS, 'field.choice').default('-created_at'),
    }),
    answer: pageOf(template),
  }),
  'templates.upload': writeCall('POST /api/v1/template/contract', {
    summary:
      'Upload a DOCX with named fields; `template_id` replaces a template’s file. The file is `file` or `filedata`',
    body: z.strictObject({ name: text(200, 1), template_id: formId.optional() }),
    files: {
      file: { required: false, max_bytes: MAX_BYTES, kinds: ['docx'] },
      filedata: { required: false, max_bytes: MAX_BYTES, kinds: ['docx'] },
    },
    answer: template,
    idempotency: true,
  }),
  'templates.get': readCall('GET /api/v1/template/contract/{template_id}', {
    summary: 'Get one template',
    params: templateParams,
    answer: template,
  }),
  'templates.delete': writeCall('DELETE /api/v1/template/contract/{template_id}', {
    summary: 'Remove a template from the list; its contracts stay. Idempotent',
    params: templateParams,
    answer: z.object({ message: z.string() }),
  }),
  'templates.restore': writeCall('POST /api/v1/template/contract/{template_id}/restore', {
    summary: 'Restore a removed template; idempotent',
    params: templateParams,
    answer: template,
  }),
  'templates.download': readCall('GET /api/v1/template/contract/{template_id}/download', {
    summary: 'Get the template as DOCX',
    params: templateParams,
    answer: { file: DOCX },
  }),
  'templates.preview': readCall('GET /api/v1/template/contract/{template_id}/preview', {
    summary: 'Get the template as PDF, filled for one executor, or with the names of empty fields',
    params: templateParams,
    query: z.strictObject({ executor_company_id: id.optional() }),
    answer: { file: 'application/pdf' },
  }),
  'templates.fields': readCall('GET /api/v1/template/ref/fields', {
    summary: 'List the fields a template may name, and what fills each',
    answer: z.array(
      z.object({
        name: z.enum(TEMPLATE_FIELDS),
        title: z.string(),
        filled_by: z.enum(['contract', 'company', 'executor']),
        /** What it would be now, where it is of the company; null while nobody has entered it. */
        value: z.string().nullable(),
      }),
    ),
  }),
  'templates.sample': readCall('GET /api/v1/template/ref/sample', {
    summary: 'Get a short sample contract as DOCX with named fields',
    answer: { file: DOCX },
  }),
  'templates.sort_parameters': readCall('GET /api/v1/template/ref/sort-parameters', {
    summary: 'List the sort orders of templates',
    answer: z.array(z.object({ name: z.enum(TEMPLATE_SORTS), description: z.string() })),
  }),
};
