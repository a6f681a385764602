import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { filledBy, isTemplateField } from '@kelisim/shared/features/templates/template-fields.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { keepFile } from '../../platform/files/files.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { contractFileName, ownNumber, plainNumber, takeContractNumbers } from '../documents/public.ts';
import {
  fieldTitles,
  fillTemplate,
  findTemplate,
  gatherFieldValues,
  missingFields,
} from '../templates/public.ts';
import { ensureTemplateContract, findContract, findPromised } from './contracts.queries.ts';

/** What its paper says or will say; a number may hold the place of the counter's. */
const onPaper = { contract_number: z.string().optional(), contract_date: z.string().optional() };
type OnPaper = { [Name in keyof typeof onPaper]?: string | undefined };

/** What somebody is invited to sign: a contract that was uploaded, or a template with its terms. */
export const promised = z.union([
  z.object({ ...onPaper, contract_document_id: z.int() }),
  z.object({
    ...onPaper,
    contract_document_template_id: z.int(),
    contract_title: z.string(),
    contract_type_id: z.int(),
    contract_start_date: z.string(),
    contract_end_date: z.string(),
  }),
]);
export type Promised = z.output<typeof promised>;

/** The same as it is asked for; of a template only the template must be said. */
export interface AskedContract extends OnPaper {
  contract_document_id?: number | undefined;
  contract_document_template_id?: number | undefined;
  contract_title?: string | undefined;
  contract_type_id?: number | undefined;
  contract_start_date?: string | undefined;
  contract_end_date?: string | undefined;
}

const FIELD = { document: 'contract_document_id', template: 'contract_document_template_id' } as const;

/** Null when nothing is asked for. The template lasts a year from today where nothing else is said. */
export async function promisedOf(
  parts: Pick<Parts, 'clock'>,
  db: Handle,
  actor: CompanyActor,
  asked: AskedContract,
): Promise<Promised | null> {
  const { contract_document_id, contract_document_template_id, contract_number, contract_date } = asked;
  const onPaper = { contract_number, contract_date };
  if (contract_document_id !== undefined && contract_document_template_id !== undefined)
    throw new Problem('invitation.contract_twice', { field: FIELD.template });
  if (contract_document_id !== undefined) return { ...onPaper, contract_document_id };
  if (contract_document_template_id === undefined) return null;
  const template = await findTemplate(db, actor.company_id, contract_document_template_id);
  if (!template) throw new Problem('invitation.contract_unknown', { field: FIELD.template });
  return {
    ...onPaper,
    contract_document_template_id,
    contract_title: asked.contract_title?.trim() || template.name,
    contract_type_id: asked.contract_type_id ?? 1,
    ...termOf(asked, almatyDate(parts.clock.now())),
  };
}

export function termOf(asked: AskedContract, today: string) {
  const contract_start_date = asked.contract_start_date ?? today;
  const contract_end_date = asked.contract_end_date ?? addDays(contract_start_date, 364);
  return { contract_start_date, contract_end_date };
}

/** The contract of the company that stands for it, made when its terms are new; throws what stands against it. */
export async function ensurePromised(
  parts: Pick<Parts, 'clock'>,
  tx: Tx,
  actor: CompanyActor,
  promised: Promised,
): Promise<number> {
  const { company_id } = actor;
  const today = almatyDate(parts.clock.now());
  if ('contract_document_id' in promised) {
    const contract = await findContract(tx, company_id, promised.contract_document_id);
    if (!contract) throw new Problem('invitation.contract_unknown', { field: FIELD.document });
    if (contract.end_date < today) throw new Problem('invitation.contract_ended', { field: FIELD.document });
    return contract.id;
  }
  const template = await assertTemplate(tx, actor, promised.contract_document_template_id, promised);
  const type = DOCUMENT_TYPES[promised.contract_type_id - 1];
  if (!type) throw new Problem('field.choice', { field: 'contract_type_id' });
  const { contract_start_date: start_date, contract_end_date: end_date } = promised;
  if (end_date < start_date) throw new Problem('document.dates_reversed', { field: 'contract_end_date' });
  if (end_date < today) throw new Problem('invitation.contract_ended', { field: 'contract_end_date' });
  return ensureTemplateContract(tx, {
    company_id,
    template_id: template.id,
    title: promised.contract_title,
    type,
    start_date,
    end_date,
    created_by: actor.user_id,
  });
}

/**
 * Number and date of the contract that will be made. A number of its own is kept free for it; the date is told where
 * there is one, for a number is free within its year.
 */
export async function promisedOnPaper(
  tx: Tx,
  company_id: number,
  contract_id: number,
  { contract_number, contract_date }: OnPaper,
  invitation_id?: number,
): Promise<{ contract_number: string | null; contract_date: string | null }> {
  const { start_date, end_date } = (await findContract(tx, company_id, contract_id))!;
  const date = contract_date ?? start_date;
  if (date > end_date) throw new Problem('document.date_after_end', { field: 'contract_date' });
  const number = plainNumber(contract_number ?? '');
  if (ownNumber(contract_number))
    await takeContractNumbers(tx, company_id, 1, { number, date, invitation_id }, 'contract_number');
  return { contract_number: number || null, contract_date: number || contract_date ? date : null };
}

/** It is there, and what the company itself has to fill in it is known: not the executor is to find that out. */
export async function assertTemplate(
  db: Handle,
  actor: CompanyActor,
  template_id: number,
  terms: { contract_title?: string | undefined; contract_start_date: string; contract_end_date: string },
) {
  const { company_id } = actor;
  const template = await findTemplate(db, company_id, template_id);
  if (!template) throw new Problem('invitation.contract_unknown', { field: FIELD.template });
  const values = await gatherFieldValues(db, company_id, company_id, {
    number: '1',
    title: terms.contract_title ?? template.name,
    date: terms.contract_start_date,
    start_date: terms.contract_start_date,
    end_date: terms.contract_end_date,
  });
  const own = template.fields.filter((name) => isTemplateField(name) && filledBy(name) !== 'executor');
  const missing = missingFields(own, values);
  if (missing.length > 0)
    throw new Problem('template.missing_values', {
      field: FIELD.template,
      values: { fields: fieldTitles(missing, actor.locale) },
    });
  return template;
}

/** A contract filled for one executor before the transaction of the acceptance. */
export interface FilledContract {
  contract_id: number;
  number: string;
  date: string;
  pdf: Uint8Array;
  docx: Uint8Array;
}

/** Thrown out of a transaction that is not to last. */
class Rehearsed extends Error {
  readonly executor_values: Awaited<ReturnType<typeof gatherFieldValues>>;
  constructor(values: Rehearsed['executor_values']) {
    super('a rehearsal leaves nothing behind');
    this.executor_values = values;
  }
}

/**
 * Fills the template of an invitation; null where a file was uploaded. It takes seconds, so nothing is locked
 * meanwhile: `enter` makes or finds the executor's company in a transaction that is undone when its data are read.
 */
export async function fillPromised(
  parts: Parts,
  invitation_id: number,
  locale: Locale,
  enter: (tx: Tx) => Promise<number>,
): Promise<FilledContract | null> {
  const contract = await findPromised(parts.db, invitation_id);
  if (!contract || contract.template_id === null) return null;
  const { id: contract_id, company_id, template_id, title, start_date, end_date } = contract;
  const { number, date } = await takePromised(parts.db, { ...contract, invitation_id });
  const facts = { number, title, date, start_date, end_date };
  const values = await rehearse(parts, async (tx) =>
    gatherFieldValues(tx, company_id, await enter(tx), facts),
  );
  const { pdf, docx } = await fillTemplate(parts, { company_id, template_id, values, locale });
  return { contract_id, number, date, pdf, docx };
}

/** The number and date of the contract of an invitation, when it comes to be. */
export async function takePromised(
  db: Handle,
  promised: {
    company_id: number;
    invitation_id: number;
    contract_number: string | null;
    contract_date: string | null;
    start_date: string;
  },
): Promise<{ number: string; date: string }> {
  const { company_id, invitation_id, contract_number, contract_date, start_date } = promised;
  const asked = { number: contract_number ?? undefined, date: contract_date ?? start_date, invitation_id };
  const [number] = await takeContractNumbers(db, company_id, 1, asked);
  return { number: number!, date: asked.date };
}

async function rehearse(parts: Parts, read: (tx: Tx) => ReturnType<typeof gatherFieldValues>) {
  try {
    return await parts.db.transaction().execute(async (tx) => {
      throw new Rehearsed(await read(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.executor_values;
    throw error;
  }
}

/** The files of a filled contract, as `issueContract` takes them. */
export async function keepFilled(
  parts: Parts,
  tx: Tx,
  company_id: number,
  { number, date, pdf, docx }: FilledContract,
): Promise<{ number: string; date: string; source_file_id: number; original_file_id: number }> {
  const keep = async (kind: 'pdf' | 'docx', bytes: Uint8Array) =>
    keepFile(tx, parts.store, {
      company_id,
      kind: kind === 'pdf' ? 'document_source' : 'document_original',
      name: contractFileName(number, kind),
      media_type: FILE_KINDS[kind].media_type,
      bytes: Buffer.from(bytes),
    });
  return {
    number,
    date,
    source_file_id: (await keep('pdf', pdf)).id,
    original_file_id: (await keep('docx', docx)).id,
  };
}
