import {
  filledBy,
  TEMPLATE_FIELDS,
  TEMPLATE_SORTS,
  type TemplateField,
} from '@kelisim/shared/features/templates/template-fields.ts';
import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { almatyDate, addDays } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/templates.ts';
import ru from '@kelisim/shared/texts/ru/templates.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { contractValues, gatherCompanyValues, gatherFieldValues } from './field-values.ts';
import { makeSampleTemplate } from './sample-template.ts';
import {
  deleteTemplate,
  findTemplate,
  listExecutorsHere,
  listTemplateRows,
  restoreTemplate,
  type TemplateRow,
} from './templates.queries.ts';
import { turnIntoPdf } from './turn-into-pdf.ts';
import { keepTemplate, readTemplate } from './upload-template.ts';

const texts = { ru, kz };

export function templatesRoutes(
  parts: Parts,
): Pick<Handlers, Extract<keyof Handlers, `templates.${string}`>> {
  const { db } = parts;
  return {
    'templates.list': async ({ input: { query }, actor }) => {
      const found = await listTemplateRows(db, actor.company_id, query.sort, query);
      return pageAnswer(found, query.limit, toTemplate);
    },
    'templates.upload': async (context) => {
      const { input, files, actor } = context;
      const field = files.file ? 'file' : 'filedata';
      const upload = files[field];
      if (!upload) throw new Problem('missing_field', { field: 'file' });
      const read = await readTemplate(parts, upload, field);
      const id = await db
        .transaction()
        .execute((tx) =>
          makeOnce(tx, context, 'templates', () => keepTemplate(parts, tx, actor, input.body, read)),
        );
      return toTemplate(await getTemplate(db, actor, id));
    },
    'templates.get': async ({ input, actor }) =>
      toTemplate(await getTemplate(db, actor, input.params.template_id)),
    'templates.delete': async ({ input, actor, locale }) => {
      if (!(await deleteTemplate(db, actor, input.params.template_id))) throw new Problem('not_found');
      return { message: texts[locale].removed };
    },
    'templates.restore': async ({ input, actor }) => {
      await restoreTemplate(db, actor.company_id, input.params.template_id);
      return toTemplate(await getTemplate(db, actor, input.params.template_id));
    },
    'templates.download': async ({ input, actor }) => {
      const row = await getTemplate(db, actor, input.params.template_id);
      return { bytes: await readFileOf(parts.store, row), name: `${row.name}.docx` };
    },
    'templates.preview': async ({ input, actor }) => {
      const row = await getTemplate(db, actor, input.params.template_id);
      const values = await previewValues(parts, actor, row.name, input.query.executor_company_id);
      const docx = await parts.docx.fill(await readFileOf(parts.store, row), values);
      return {
        bytes: await turnIntoPdf(parts, docx, actor.company_id, 'template_id'),
        name: `${row.name}.pdf`,
        inline: true,
      };
    },
    'templates.fields': async ({ actor, locale }) => {
      const values = await gatherCompanyValues(db, actor.company_id);
      return TEMPLATE_FIELDS.map((name) => ({
        name,
        title: texts[locale].field[name],
        filled_by: filledBy(name),
        value: values[name] ?? null,
      }));
    },
    'templates.sample': async ({ locale }) => ({
      bytes: await makeSampleTemplate(locale),
      name: texts[locale].sample.file,
    }),
    'templates.sort_parameters': async ({ locale }) =>
      TEMPLATE_SORTS.map((name) => ({ name, description: texts[locale].sort[name] })),
  };
}

async function getTemplate(db: Handle, actor: CompanyActor, template_id: number): Promise<TemplateRow> {
  const row = orNotFound(await findTemplate(db, actor.company_id, template_id));
  return row;
}

function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    file_url: `/api/v1/template/contract/${row.id}/download`,
    fields: row.fields as TemplateField[],
    size: row.size_bytes,
    used: row.used ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What has no value shows its name in brackets, so that a look tells what is missing. */
async function previewValues(
  parts: Parts,
  actor: CompanyActor,
  title: string,
  executor_company_id: number | undefined,
): Promise<Record<string, string>> {
  const today = almatyDate(parts.clock.now());
  const contract = { number: '—', title, date: today, start_date: today, end_date: addDays(today, 364) };
  const { company_id } = actor;
  if (
    executor_company_id !== undefined &&
    (await listExecutorsHere(parts.db, company_id, [executor_company_id])).length === 0
  )
    throw new Problem('document.executor_unknown', { field: 'executor_company_id' });
  const known =
    executor_company_id === undefined
      ? { ...(await gatherCompanyValues(parts.db, company_id)), ...contractValues(contract) }
      : await gatherFieldValues(parts.db, company_id, executor_company_id, contract);
  const names = TEMPLATE_FIELDS.map((name) => [name, `[${texts[actor.locale].field[name]}]`]);
  return { ...Object.fromEntries(names), ...known };
}
