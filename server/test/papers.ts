import { sql } from 'kysely';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { ActInput, ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { TestApp } from './make-app.ts';
import type { Person, TestCompany, TestExecutor } from './people.ts';
import { signDigests, type SigningKey } from './signing-keys.ts';
import { TODAY } from './today.ts';

export { TODAY } from './today.ts';

/** A company, its executor and the contract between them, signed by both. */
export interface Deal {
  company: TestCompany;
  executor: TestExecutor;
  contract_id: number;
}

let sample: Promise<Buffer> | null = null;

/** A harmless PDF of one page. */
export function samplePdf(): Promise<Buffer> {
  sample ??= (async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([595, 842]).drawText('Contract', { x: 90, y: 700, size: 14, font });
    return Buffer.from(await document.save());
  })();
  return sample;
}

/** What a person would type for a contract. */
export function contractBody(executor: TestExecutor) {
  return {
    title: `Договор – ${executor.name}`,
    contractor_id: String(executor.id),
    type_id: '1',
    start_date: addDays(TODAY, -200),
    end_date: addDays(TODAY, 200),
  };
}

/** Uploaded, not sent yet. */
export async function makeDraftContract(
  app: TestApp,
  company: TestCompany,
  executor: TestExecutor,
  fields: Record<string, string> = {},
): Promise<number> {
  const document = await app.ok('documents.create', company.director, {
    body: { ...contractBody(executor), ...fields },
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  return document.id;
}

export async function signContractBy(app: TestApp, person: Person, contract_id: number): Promise<BulkAnswer> {
  const { file } = await app.ok('documents.get', person, { params: { doc_id: contract_id } });
  const cms = await signDigests(person.key, file!);
  return app.ok('documents.sign', person, { body: { signatures: [{ document_id: contract_id, cms }] } });
}

export async function makeSignedContract(
  app: TestApp,
  company: TestCompany,
  executor: TestExecutor,
  fields: Record<string, string> = {},
): Promise<number> {
  const id = await makeDraftContract(app, company, executor, fields);
  await app.ok('documents.send', company.director, { params: { doc_id: id } });
  for (const person of [executor.person, company.director]) allDone(await signContractBy(app, person, id));
  return id;
}

/** What a person would type for an act under the contract of the deal. */
export function actBody(deal: Deal, change: Partial<ActInput> = {}): ActInput {
  return {
    title: 'Курьерские услуги',
    contract_id: deal.contract_id,
    contractor_company_id: deal.executor.id,
    date: TODAY,
    start_date: addDays(TODAY, -20),
    end_date: TODAY,
    knp: '859',
    services: [
      { category_id: 1, description: 'Доставка документов', quantity: '3', rate: '1500.00', unit_id: 1 },
    ],
    ...change,
  };
}

export function makeDraftAct(app: TestApp, deal: Deal, change: Partial<ActInput> = {}): Promise<ActView> {
  return app.ok('acts.create', deal.company.director, { body: actBody(deal, change) });
}

/** Acts of one sending, frozen and before the executor's eyes. */
export async function makeSentActs(
  app: TestApp,
  deal: Deal,
  count: number,
  change: Partial<ActInput> = {},
): Promise<number[]> {
  const act_ids: number[] = [];
  for (let i = 0; i < count; i++) act_ids.push((await makeDraftAct(app, deal, change)).id);
  allDone(await app.ok('acts.send', deal.company.director, { body: { act_ids } }));
  return act_ids;
}

export async function makeSentAct(app: TestApp, deal: Deal, change: Partial<ActInput> = {}): Promise<number> {
  const [id] = await makeSentActs(app, deal, 1, change);
  return id!;
}

/** The signatures of a person over the frozen bytes of acts, as the call takes them: in the order asked. */
export async function signaturesOf(
  app: TestApp,
  person: Person,
  act_ids: number[],
  { key = person.key, at = new Date() }: { key?: SigningKey; at?: Date } = {},
): Promise<{ act_id: number; cms: string }[]> {
  const files = await app.parts.db
    .selectFrom('acts as a')
    .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
    .select(['a.id', 'f.sha256', 'f.streebog512'])
    .where('a.id', 'in', act_ids)
    .execute();
  const inOrder = files.toSorted((a, b) => act_ids.indexOf(a.id) - act_ids.indexOf(b.id));
  return Promise.all(
    inOrder.map(async (file) => ({
      act_id: file.id,
      cms: await signDigests(
        key,
        { sha256: file.sha256.toString('hex'), streebog512: file.streebog512!.toString('hex') },
        at,
      ),
    })),
  );
}

export async function signBy(app: TestApp, person: Person, ...act_ids: number[]): Promise<BulkAnswer> {
  const signatures = await signaturesOf(app, person, act_ids);
  return app.ok('acts.sign', person, { body: { signatures } });
}

export async function makeSignedActs(
  app: TestApp,
  deal: Deal,
  count: number,
  change: Partial<ActInput> = {},
): Promise<number[]> {
  const ids = await makeSentActs(app, deal, count, change);
  for (const person of [deal.executor.person, deal.company.director])
    allDone(await signBy(app, person, ...ids));
  return ids;
}

/** Throws unless every row of a bulk answer went through. */
export function allDone(answer: BulkAnswer): void {
  const failed = answer.items.filter((row) => row.status !== 'ok');
  if (failed.length > 0) throw new Error(`rows failed: ${JSON.stringify(failed)}`);
}

export async function stateOf(app: TestApp, act_id: number): Promise<string> {
  const row = await app.parts.db
    .selectFrom('acts')
    .select('status')
    .where('id', '=', act_id)
    .executeTakeFirstOrThrow();
  return row.status;
}

/** A company with an executor and their signed contract: what most tests begin with. */
export async function makeDeal(app: TestApp, company: TestCompany, executor: TestExecutor): Promise<Deal> {
  return { company, executor, contract_id: await makeSignedContract(app, company, executor) };
}

/** The executor works under civil-law contracts as an individual, and has applied for the base deduction. */
export async function becomeIndividual(app: TestApp, { company, executor }: Deal): Promise<void> {
  const { db } = app.parts;
  await sql`update companies set type = 'individual' where id = ${executor.id}`.execute(db);
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing)
    values (${executor.id}, '2025-01-01', 'individual')`.execute(db);
  await sql`
    insert into deduction_applications (company_id, executor_company_id, applied_on, valid_from)
    values (${company.id}, ${executor.id}, '2025-01-01', '2025-01-01')`.execute(db);
}
