import { isTemplateField } from '@kelisim/shared/features/templates/template-fields.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { addTemplate, setTemplate } from './templates.queries.ts';
import { admitDocx } from './turn-into-pdf.ts';

export interface ReadTemplate {
  name: string;
  media_type: string;
  bytes: Uint8Array;
  fields: string[];
}

/** Looks the upload through and finds its fields; what it asks for and nobody knows is named. */
export async function readTemplate(parts: Parts, upload: Upload, field: string): Promise<ReadTemplate> {
  const { name, media_type, bytes: given } = await checkUpload(parts, upload, field);
  const bytes = await admitDocx(parts, given, field);
  const read = await parts.docx.readFields(bytes);
  if (!read) throw new Problem('file.docx_broken', { field });
  const named = (texts: string[]) => texts.slice(0, 10).join(', ');
  if (read.odd.length > 0)
    throw new Problem('template.stray_braces', { field, values: { texts: `«${named(read.odd)}»` } });
  const unknown = read.names.filter((one) => !isTemplateField(one)).map((one) => `{${one}}`);
  if (unknown.length > 0)
    throw new Problem('template.unknown_fields', { field, values: { fields: named(unknown) } });
  return { name, media_type, bytes, fields: read.names };
}

/** Keeps a template, or another file and name for one that is there. */
export async function keepTemplate(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: { name: string; template_id?: number | undefined },
  read: ReadTemplate,
): Promise<number> {
  const { company_id } = actor;
  const file = await keepFile(tx, parts.store, {
    company_id,
    kind: 'template',
    name: read.name,
    media_type: read.media_type,
    bytes: read.bytes,
  });
  const row = { name: input.name.trim(), file_id: file.id, fields: read.fields };
  if (input.template_id === undefined)
    return addTemplate(tx, { ...row, company_id, created_by: actor.user_id });
  if (!(await setTemplate(tx, company_id, input.template_id, row))) throw new Problem('not_found');
  return input.template_id;
}
