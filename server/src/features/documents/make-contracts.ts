import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { LOCALES } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import { ConversionFailed } from '../../adapters/docx-to-pdf/docx-to-pdf.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { whatIsAway } from '../../platform/away.ts';
import { addFile, putFile, readFileOf, type StoredFile } from '../../platform/files/files.ts';
import type { BulkDone, BulkItem } from '../../platform/jobs/run-kind.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { fillTemplateFor, findTemplate } from '../templates/public.ts';
import { takeContractNumbers } from './contract-numbers.ts';
import { findFile } from './documents.queries.ts';
import { contractFileName, freezePdf, type FrozenFile } from './freeze-document.ts';
import { sendDocument } from './send-document.ts';
import { addDraft, checkTerms } from './upload-document.ts';
import { findOwn } from './kept-papers.queries.ts';

const RENEWABLE = ['signed', 'expired', 'terminated'];

/** What a contract is to be made of and for whom. */
export interface Order {
  executor_company_id: number;
  title: string;
  type_id: number;
  /** As it is asked for: see `takeContractNumbers`. */
  number?: string | undefined;
  date?: string | undefined;
  start_date: string;
  end_date: string;
  template_id: number | null;
  /** Where there is no template: the file of the contract that is renewed. */
  source_file_id?: number;
  original_file_id?: number | null;
  renewed_from_id?: number;
}

/** A contract whose files lie in the store; what is left to do is to write its rows. */
export interface Made {
  order: Order;
  number: string;
  source: StoredFile | null;
  original: StoredFile | null;
  frozen: FrozenFile | null;
}

/**
 * Everything that takes long, before a transaction: fills the template, turns it into PDF and, where the contract is
 * to be sent at once, stamps and stores that. Many may be made side by side; the converter takes one after the other
 * while the rest of them is done.
 */
export async function makeContract(
  parts: Parts,
  company_id: number,
  order: Order,
  { number, send, locale }: { number: string; send: boolean; locale?: CompanyActor['locale'] },
): Promise<Made> {
  // Nobody's pages are made for nothing; the transaction asks again.
  await checkTerms(parts.db, company_id, order);
  if (order.template_id === null) return makeFromFile(parts, company_id, order, { number, send });
  const { executor_company_id, template_id, start_date, end_date, date = start_date } = order;
  const title = order.title.trim();
  const facts = { number, title, date, start_date, end_date };
  const whose = { company_id, template_id, executor_company_id, ...(locale && { locale }) };
  const { pdf, docx } = await fillTemplateFor(parts, whose, facts);
  const [source, original, frozen] = await Promise.all([
    putFile(parts.store, {
      company_id,
      kind: 'document_source',
      name: contractFileName(number, 'pdf'),
      media_type: FILE_KINDS.pdf.media_type,
      bytes: pdf,
    }),
    putFile(parts.store, {
      company_id,
      kind: 'document_original',
      name: contractFileName(number, 'docx'),
      media_type: FILE_KINDS.docx.media_type,
      bytes: docx,
    }),
    send ? freezePdf(parts, { company_id, number, pdf }) : null,
  ]);
  return { order, number, source, original, frozen };
}

async function makeFromFile(
  parts: Parts,
  company_id: number,
  order: Order,
  { number, send }: { number: string; send: boolean },
): Promise<Made> {
  const made = { order, number, source: null, original: null };
  if (!send) return { ...made, frozen: null };
  const file = await findFile(parts.db, company_id, order.source_file_id!);
  if (!file) throw new Problem('file.lost');
  const pdf = await readFileOf(parts.store, file);
  return { ...made, frozen: await freezePdf(parts, { company_id, number, pdf }) };
}

/** Writes the rows of a contract that was made; with a frozen file it is sent in the same transaction. */
export async function addContract(parts: Parts, tx: Tx, actor: CompanyActor, made: Made): Promise<number> {
  const { order, number, source, original, frozen } = made;
  const type = await checkTerms(tx, actor.company_id, order);
  const id = await addDraft(tx, actor, {
    contractor_company_id: order.executor_company_id,
    title: order.title.trim(),
    type,
    date: order.date ?? order.start_date,
    start_date: order.start_date,
    end_date: order.end_date,
    additional_info: null,
    number,
    source_file_id: source ? (await addFile(tx, source)).id : order.source_file_id!,
    original_file_id: original ? (await addFile(tx, original)).id : (order.original_file_id ?? null),
    template_id: order.template_id,
    renewed_from_id: order.renewed_from_id ?? null,
  });
  if (frozen) await sendDocument(parts, tx, actor, id, { frozen });
  return id;
}

/** What became of one item before its transaction: a contract, or why there is none. */
export type Prepared = { made: Made } | { problem: Problem };

/** What a run asks of all its contracts. */
export const runTerms = z.object({
  number: z.string().optional(),
  date: z.string().optional(),
  start_date: z.string(),
  end_date: z.string(),
  send: z.boolean().default(false),
  locale: z.enum(LOCALES).optional(),
});
/** And of contracts that have no earlier one. */
export const orderTerms = runTerms.extend({ template_id: z.int(), title: z.string(), type_id: z.int() });

/** Makes the contracts of a batch of a run; what is wrong with one is that one's affair. */
export async function makeBatch(
  parts: Parts,
  items: readonly BulkItem[],
  orderOf: (item: BulkItem) => Promise<Order>,
): Promise<Prepared[]> {
  const { company_id, params } = items[0]!;
  const { send, locale, number, date, start_date } = runTerms.parse(params);
  const asked = { number, date: date ?? start_date };
  const numbers = await takeContractNumbers(parts.db, company_id, items.length, asked);
  return Promise.all(
    items.map(async (item, index) => {
      try {
        const how = { number: numbers[index]!, send, ...(locale && { locale }) };
        return { made: await makeContract(parts, company_id, await orderOf(item), how) };
      } catch (error) {
        if (error instanceof Problem) return { problem: error };
        if (error instanceof ConversionFailed || whatIsAway(error)) throw error;
        parts.log.error({ event: 'documents.not_made', run_id: item.run_id, error: (error as Error).stack });
        return { problem: new Problem('internal') };
      }
    }),
  );
}

export async function addPrepared(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  prepared: unknown,
): Promise<BulkDone> {
  const ready = prepared as Prepared;
  if ('problem' in ready) throw ready.problem;
  return { subject_id: await addContract(parts, tx, actor, ready.made) };
}

/** The same contract with other dates. The template of old ones may be gone: then their file serves. */
export async function renewalOf(
  db: Handle,
  company_id: number,
  document_id: number,
  dates: Pick<Order, 'date' | 'start_date' | 'end_date'>,
): Promise<Order> {
  const old = orNotFound(await findOwn(db, company_id, document_id));
  if (!RENEWABLE.includes(old.status) || !old.is_contract || old.type === 'addendum')
    throw new Problem('document.not_renewable');
  const template = old.template_id === null ? undefined : await findTemplate(db, company_id, old.template_id);
  return {
    executor_company_id: old.contractor_company_id,
    title: old.title,
    type_id: DOCUMENT_TYPES.findIndex((type) => type === old.type) + 1,
    ...dates,
    template_id: template?.id ?? null,
    source_file_id: old.source_file_id,
    original_file_id: old.original_file_id,
    renewed_from_id: old.id,
  };
}
