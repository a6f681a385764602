import { showHiddenIn } from '@kelisim/shared/kernel/plain-text.ts';
import { isTemplateField, type TemplateField } from '@kelisim/shared/features/templates/template-fields.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/templates.ts';
import ru from '@kelisim/shared/texts/ru/templates.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { gatherFieldValues, type ContractFacts, type FieldValues } from './field-values.ts';
import { admitDocx, turnIntoPdf } from './turn-into-pdf.ts';
import { findTemplate } from './templates.queries.ts';

export interface FilledTemplate {
  /** What is frozen and signed: keep it as the source of the contract and let `sendDocument` stamp it. */
  pdf: Uint8Array;
  /** The same contract in Word, with its values in place. */
  docx: Uint8Array;
}

type Tools = Pick<Parts, 'db' | 'store' | 'docx' | 'docx_to_pdf' | 'pdf'>;

/**
 * One contract of a template. Reads only, and takes from a tenth of a second to some seconds: call it before the
 * transaction that makes the contract, then give `pdf` to `keepFile` and its id to `issueContract` as
 * `source_file_id`, together with `template_id`.
 *
 * `values` are those of `gatherFieldValues(db, company_id, executor_company_id, { number, title, date, start_date,
 * end_date })`; the number comes from `takeContractNumbers` of documents and goes with `issueContract` too.
 * @throws {Problem} `template.unknown`; `template.missing_values`, naming what has no value in `locale`;
 *   `convert.unavailable`; `file.docx_unconvertible`
 */
export async function fillTemplate(
  parts: Tools,
  {
    company_id,
    template_id,
    values,
    locale = 'ru',
  }: { company_id: number; template_id: number; values: FieldValues; locale?: Locale },
): Promise<FilledTemplate> {
  const template = await findTemplate(parts.db, company_id, template_id);
  if (!template) throw new Problem('template.unknown', { field: 'template_id' });
  const missing = missingFields(template.fields, values);
  if (missing.length > 0) throw missingValues(missing, locale);
  // Judged again: what is refused may have grown since it was uploaded.
  const admitted = await admitDocx(parts, await readFileOf(parts.store, template), 'template_id');
  const docx = await parts.docx.fill(admitted, showHiddenIn(values) as Record<string, string>);
  return { docx, pdf: await turnIntoPdf(parts, docx, company_id, 'template_id') };
}

/** The same for an executor who is there already: gathers the values itself. */
export async function fillTemplateFor(
  parts: Tools,
  whose: { company_id: number; template_id: number; executor_company_id: number; locale?: Locale },
  contract: ContractFacts,
): Promise<FilledTemplate> {
  const values = await gatherFieldValues(parts.db, whose.company_id, whose.executor_company_id, contract);
  return fillTemplate(parts, { ...whose, values });
}

/** Fields of a template that have no value, in the order of the template. */
export function missingFields(fields: readonly string[], values: FieldValues): TemplateField[] {
  return fields.filter(isTemplateField).filter((name) => !values[name]);
}

export function fieldTitles(fields: readonly TemplateField[], locale: Locale): string {
  return fields.map((name) => ({ ru, kz })[locale].field[name]).join(', ');
}

function missingValues(missing: TemplateField[], locale: Locale): Problem {
  return new Problem('template.missing_values', {
    field: 'template_id',
    values: { fields: fieldTitles(missing, locale) },
  });
}
