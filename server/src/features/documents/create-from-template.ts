import type { Calls } from '@kelisim/shared/calls.ts';
import { filledBy } from '@kelisim/shared/features/templates/template-fields.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/templates.ts';
import ru from '@kelisim/shared/texts/ru/templates.ts';
import type { CallContext } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import type { NewRun } from '../../platform/jobs/start-run.ts';
import { startedBy } from '../../platform/jobs/start-run.ts';
import type { Parts } from '../../parts.ts';
import { findRun, toRun } from '../jobs/public.ts';
import { findTemplate, gatherFieldValuesOfMany, missingFields } from '../templates/public.ts';
import { assertNumberFor, ownNumber, takeContractNumbers } from './contract-numbers.ts';
import { labelledDocuments, listExecutorNames } from './documents.queries.ts';
import { addContract, makeContract } from './make-contracts.ts';
import { checkTerms } from './upload-document.ts';

/** A call answers at the latest after this; the run goes on and the page follows it by its id. */
const WAIT_MS = 3_000;

/** What a template could not fill for whom: a row for each executor of the company that was named. */
export async function checkTemplate(parts: Parts, context: CallContext<Calls['documents.check_template']>) {
  const { actor, locale, input } = context;
  const { template_id, executor_company_ids } = input.body;
  const template = await findTemplate(parts.db, actor.company_id, template_id);
  if (!template) throw new Problem('template.unknown', { field: 'template_id' });
  const today = almatyDate(parts.clock.now());
  // The contract is still to be made: what it says of itself will be there.
  const facts = { number: '1', title: template.name, date: today, start_date: today, end_date: today };
  const found = await gatherFieldValuesOfMany(parts.db, actor.company_id, executor_company_ids, facts);
  const items = found.map(({ executor, values }) => ({
    executor_company_id: executor.id,
    name: executor.name,
    bin: executor.bin,
    missing: missingFields(template.fields, values).map((field) => ({
      field,
      title: { ru, kz }[locale].field[field],
      filled_by: filledBy(field),
    })),
  }));
  return { ready: items.filter(({ missing }) => missing.length === 0).length, items };
}

/** A draft with one executor. The same key again answers the contract that was made before. */
export async function createByTemplate(
  parts: Parts,
  context: CallContext<Calls['documents.create_by_template']>,
): Promise<number> {
  const { actor, input, locale } = context;
  const order = input.body;
  await checkTerms(parts.db, actor.company_id, order);
  const { company_id } = actor;
  const asked = { number: order.number, date: order.date ?? order.start_date };
  // A number of its own is asked for when the key is known to be new: its contract would stand against itself.
  const own = ownNumber(order.number);
  const number = own ?? (await takeContractNumbers(parts.db, company_id, 1, asked))[0]!;
  const made = await makeContract(parts, company_id, order, { number, send: false, locale });
  return parts.db.transaction().execute((tx) =>
    makeOnce(tx, context, 'documents', async () => {
      if (own) await takeContractNumbers(tx, company_id, 1, asked);
      return addContract(parts, tx, actor, made);
    }),
  );
}

/** A contract with each of many, as long work. */
export async function createMany(parts: Parts, context: CallContext<Calls['documents.create_many']>) {
  const { actor, input, locale } = context;
  const { executor_company_ids, ...terms } = input.body;
  await checkTerms(parts.db, actor.company_id, terms);
  assertNumberFor(terms, executor_company_ids.length);
  if (!(await findTemplate(parts.db, actor.company_id, terms.template_id)))
    throw new Problem('template.unknown', { field: 'template_id' });
  const rows = await listExecutorNames(parts.db, actor.company_id, executor_company_ids);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const items = executor_company_ids.map((executor_company_id) => ({
    subject_id: null,
    label: names.get(executor_company_id) ?? '',
    payload: { executor_company_id },
  }));
  return startRun(parts, context, 'documents.create', items, { ...terms, locale });
}

/** Renews contracts with other dates, as a run. */
export async function renewMany(parts: Parts, context: CallContext<Calls['documents.renew']>) {
  const { actor, input, locale } = context;
  const { document_ids, ...terms } = input.body;
  await checkTerms(parts.db, actor.company_id, { ...terms, type_id: 1 });
  assertNumberFor(terms, document_ids.length);
  const labelled = await labelledDocuments(parts.db, actor, document_ids);
  const items = labelled.map(({ subject_id, label }) => ({
    subject_id: null,
    label,
    payload: { document_id: subject_id },
  }));
  return startRun(parts, context, 'documents.renew', items, { ...terms, locale });
}

/** Starts a run over contracts that are still to be made, and answers how far it has come. */
export async function startRun(
  parts: Parts,
  {
    actor,
    idempotency_key,
    request_hash,
  }: Pick<CallContext<Calls['documents.renew']>, 'actor' | 'idempotency_key' | 'request_hash'>,
  kind: RunKind,
  items: NewRun['items'],
  params: object,
) {
  const run_id = await parts.bulk.start({
    ...startedBy(actor),
    kind,
    idempotency_key,
    request_hash,
    ip: actor.ip ?? null,
    params,
    items,
  });
  await parts.bulk.wait(run_id, WAIT_MS);
  return toRun((await findRun(parts.db, actor, run_id))!);
}
