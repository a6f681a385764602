import type { Given } from '../calls.ts';
import { actBody, makeDraftAct, samplePdf, signaturesOf, TODAY } from '../papers.ts';
import { type Asking, MISSING, type Cases } from './access.ts';
import { act, acts, reason, seenAct, seenSigned, nothing } from './things.ts';

async function actSignature(id: unknown, { app, by }: Asking): Promise<Given> {
  const [signature] =
    Number.isInteger(id) && Number(id) < 1e6 ? await signaturesOf(app, by, [id as number]) : [];
  return { body: { signatures: [signature ?? { act_id: id, cms: nothing }] } };
}

/** A file that the company has put beside an act nobody has signed. */
async function actDocument({ app, world }: Asking): Promise<number> {
  const { id } = await app.ok('act_documents.add', world.director, {
    body: { act_id: String(world.see('sent')) },
    files: { file: { name: 'фото.pdf', bytes: await samplePdf() } },
  });
  return id;
}

async function deletedAct({ app, world }: Asking): Promise<number> {
  const { id } = await makeDraftAct(app, world);
  await app.ok('acts.delete', world.director, { params: { act_id: id } });
  return id;
}

async function selectionOfDirector({ app, world }: Asking): Promise<number> {
  const { selection_id } = await app.ok('acts.selection', world.director, { body: {} });
  return selection_id;
}

export const actsCases = {
  'acts.list': { names: 'query', thing: 'sent', given: (id) => ({ query: { id } }) },
  'acts.create': { given: (_, { world }) => ({ body: actBody(world) }) },
  'acts.create_many': { answers: 'row ok', given: (_, { world }) => ({ body: { items: [actBody(world)] } }) },
  'acts.get': { names: 'path', thing: 'sent', given: act },
  'acts.update': {
    names: 'path',
    thing: 'draft',
    given: (id, { world }) => ({ ...act(id), body: actBody(world) }),
  },
  'acts.delete': { names: 'path', thing: 'draft', given: act },
  'acts.restore': { names: 'path', thing: deletedAct, given: act },
  'acts.delete_many': { answers: 'row ok', names: 'body', thing: 'draft', given: acts },
  'acts.name': {
    names: 'path',
    thing: seenAct,
    given: (id) => ({ ...act(id), body: { external_id: `1С-${String(id)}` } }),
  },
  'acts.history': { names: 'path', thing: 'sent', given: act },
  'acts.changes': { names: 'path', thing: 'sent', given: act },
  'acts.file': { names: 'path', thing: 'sent', given: act },
  'acts.zip': { names: 'path', thing: 'sent', given: act },
  'acts.send': { answers: 'row ok', names: 'body', thing: 'draft', given: acts },
  'acts.sign': { answers: 'row ok', names: 'body', thing: 'sent', given: actSignature },
  'acts.pay': { answers: 'row ok', names: 'body', thing: 'signed', given: acts },
  'acts.recall': { names: 'path', thing: 'sent', given: act },
  'acts.return': { names: 'path', thing: 'sent', given: (id) => ({ ...act(id), body: reason }) },
  'acts.annul': { names: 'path', thing: 'signed', given: (id) => ({ ...act(id), body: reason }) },
  'acts.annul_many': {
    answers: 'row ok',
    names: 'body',
    thing: 'signed',
    given: (id) => ({ body: { act_ids: [id], ...reason } }),
  },
  'acts.refuse_annulment': {
    answers: { executor: 409 },
    names: 'path',
    thing: 'asked_by_executor',
    given: act,
  },
  'acts.copy': { answers: 'row ok', names: 'body', thing: seenAct, given: acts },
  'acts.correct': {
    answers: 409,
    names: 'path',
    thing: seenSigned,
    given: (id) => ({ ...act(id), body: { amount: '-1.00', date: TODAY, ...reason } }),
  },
  'act_comments.list': { names: 'path', thing: seenAct, given: act },
  'act_comments.add': {
    names: 'body',
    thing: seenAct,
    given: (act_id) => ({ body: { act_id, comment: 'Проверьте дату' } }),
  },
  'act_comments.read': { names: 'path', thing: seenAct, given: (id) => ({ ...act(id), body: { seq: 1 } }) },
  'act_documents.list': { names: 'path', thing: seenAct, given: act },
  'act_documents.add': {
    names: 'body',
    thing: seenAct,
    given: async (act_id) => ({
      body: { act_id: String(act_id) },
      files: { file: { name: 'отчёт.pdf', bytes: await samplePdf() } },
    }),
  },
  'act_documents.file': {
    names: 'path',
    thing: actDocument,
    given: (additional_document_id) => ({ params: { additional_document_id } }),
  },
  'act_documents.remove': {
    answers: { executor: 409 },
    names: 'path',
    thing: actDocument,
    given: (additional_document_id) => ({ params: { additional_document_id } }),
  },
  'act_schedules.set': {
    names: 'path',
    thing: seenAct,
    given: (id) => ({ ...act(id), body: { auto_generate: true, period_id: 1 } }),
  },
  'act_schedules.set_settings': { given: () => ({ body: { auto_acts_sent: false } }) },
  'acts_admin.restore': { thing: seenAct, given: (id) => ({ ...act(id), body: reason }) },
  'acts.selection': { names: 'body', thing: 'sent', given: (id) => ({ body: { filter: { id } } }) },
  'acts.selection_ids': {
    answers: { employee: 'missing', executor: 'missing' },
    names: 'path',
    thing: selectionOfDirector,
    given: (selection_id) => ({ params: { selection_id } }),
  },
  'acts.recall_many': { answers: 'row ok', names: 'body', thing: 'sent', given: acts },
  'acts.return_many': {
    answers: 'row ok',
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { act_ids: [id], ...reason } }),
  },
  // What a ticket says of strangers' acts is held in select-acts.test.ts.
  'acts.download_ticket': { given: () => acts(MISSING) },
  'acts.download_by_ticket': { answers: 404, given: () => ({ params: { ticket: 'x'.repeat(43) } }) },
  'acts.export': { given: () => acts(MISSING) },
  'acts.process': {
    answers: 422,
    given: () => ({ files: { file: { name: 'акты.xlsx', bytes: Buffer.from('no table') } } }),
  },
  'acts.import_rest': {
    answers: 422,
    given: () => ({ files: { file: { name: 'акты.xlsx', bytes: Buffer.from('no table') } } }),
  },
} satisfies Cases;
