import { randomUUID } from 'node:crypto';
import type { Given } from '../calls.ts';
import { makeDraftContract, samplePdf } from '../papers.ts';
import { signDigests } from '../signing-keys.ts';
import { makeTemplate } from '../templates.ts';
import type { Asking, Cases } from './access.ts';
import { contract, reason, nothing } from './things.ts';

const theContracts = (id: unknown): Given => ({ body: { document_ids: [id] } });

const terms = { title: 'Шарт', start_date: '2027-01-01', end_date: '2027-12-31' };

const unsignedContract = {
  answers: 409,
  names: 'path',
  thing: 'sent_contract',
} as const;

const nobodyOfPlatform = {
  answers: 404,
  names: 'path',
  thing: () => 999_999_998,
} as const;

async function deletedContract({ app, world }: Asking): Promise<number> {
  const id = await makeDraftContract(app, world.company, world.executor);
  await app.ok('documents.delete', world.director, { params: { doc_id: id } });
  return id;
}

async function contractSignature(id: unknown, { app, world, by }: Asking): Promise<Given> {
  const reply = await app.raw('documents.get', world.director, contract(id));
  const { file } = (reply.json ?? {}) as { file?: { sha256: string; streebog512: string } };
  const cms = file ? await signDigests(by.key, file) : nothing;
  return { body: { signatures: [{ document_id: id, cms }] } };
}

export const documentsCases = {
  'documents.list': {
    names: 'query',
    thing: ({ world, by }) => (by.side === 'business' ? world.executor.id : world.company.id),
    given: (contractor_company_id) => ({ query: { contractor_company_id } }),
  },
  'documents.create': {
    given: async (_, { world }) => ({
      body: {
        title: 'Шарт',
        contractor_id: String(world.executor.id),
        type_id: '1',
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.get': { names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.name': {
    names: 'path',
    thing: ({ world }) => world.contract_id,
    given: (id) => ({ ...contract(id), body: { external_id: `1С-${String(id)}` } }),
  },
  'documents.replace': {
    names: 'path',
    thing: 'draft_contract',
    given: async (id) => ({
      ...contract(id),
      files: { file: { name: 'b.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.delete': { names: 'path', thing: 'draft_contract', given: contract },
  'documents.restore': { names: 'path', thing: deletedContract, given: contract },
  'documents.file': { names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.send': { names: 'path', thing: 'draft_contract', given: contract },
  'documents.refuse': {
    names: 'path',
    thing: 'sent_contract',
    given: (id) => ({ ...contract(id), body: reason }),
  },
  'documents.sign': { answers: 'row ok', names: 'body', thing: 'sent_contract', given: contractSignature },
  'documents.original': {
    answers: 404,
    names: 'path',
    thing: ({ world }) => world.contract_id,
    given: contract,
  },
  'documents.history': { names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.terminate': { ...unsignedContract, given: (id) => ({ ...contract(id), body: reason }) },
  'documents.delete_many': { answers: 'row ok', names: 'body', thing: 'draft_contract', given: theContracts },
  'documents.send_many': { answers: 'row ok', names: 'body', thing: 'draft_contract', given: theContracts },
  // These answer a work, an archive and a ticket; what they say of strangers' ids is held in life-of-contracts.test.ts.
  'documents.renew': {
    given: (_, { world }) => ({
      body: { document_ids: [world.contract_id], start_date: '2027-01-01', end_date: '2027-12-31' },
    }),
  },
  'documents.download_many': { given: (_, { world }) => ({ query: { ids: [world.contract_id] } }) },
  'documents.download_ticket': { given: (_, { world }) => theContracts(world.contract_id) },
  'documents.download_by_ticket': { answers: 404, given: () => ({ params: { ticket: 'x'.repeat(43) } }) },
  'documents.sign_by_hand': {
    names: 'body',
    thing: 'sent_contract',
    given: async (id) => ({
      body: { document_id: String(id) },
      files: { file: { name: 'scan.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.check_papers': {
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Номер;ИИН;Дата;Срок\n1;2;3;4') } },
    }),
  },
  'documents.papers_rest': {
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Номер;ИИН;Дата;Срок\n1;2;3;4') } },
    }),
  },
  'documents.keep_scan': {
    given: async () => ({ body: {}, files: { file: { name: 'scan.pdf', bytes: await samplePdf() } } }),
  },
  // What it says of strangers' scans is held in take-over.test.ts.
  'documents.take_over': {
    answers: 404,
    given: (_, { world }) => ({
      body: {
        papers: [
          {
            title: 'Договор',
            contractor_id: world.executor.id,
            number: randomUUID(),
            date: '2026-01-10',
            start_date: '2026-01-10',
            end_date: '2027-01-09',
            scan: 'AAAA',
          },
        ],
      },
    }),
  },
  'documents.scan': { answers: 404, names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.confirm_hand': { answers: 409, names: 'path', thing: 'sent_contract', given: contract },
  'documents.dispute_hand': {
    answers: 409,
    names: 'path',
    thing: 'sent_contract',
    given: (id) => ({ ...contract(id), body: reason }),
  },
  'documents.disputed_scan': { ...nobodyOfPlatform, given: contract },
  'documents.decide_dispute': {
    ...nobodyOfPlatform,
    given: (id) => ({ ...contract(id), body: { ...reason, decision: 'uphold' } }),
  },
  'documents.convert': {
    given: async () => ({
      body: { file_type: 'pdf' },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.check_template': {
    names: 'body',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (template_id, { world }) => ({ body: { template_id, executor_company_ids: [world.executor.id] } }),
  },
  // An executor nobody has: what is looked at here needs no converter.
  'documents.create_by_template': {
    answers: 422,
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ body: { ...terms, template_id: 999_999_999, executor_company_id } }),
  },
  'documents.create_many': {
    names: 'body',
    // For an executor nobody has: no pages are made here.
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (template_id) => ({ body: { ...terms, template_id, executor_company_ids: [999_999_999] } }),
  },
} satisfies Cases;
