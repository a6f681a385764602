import {
  DOCUMENT_STATUSES,
  DOCUMENT_STATUS_IDS,
  DOCUMENT_TYPES,
} from '@kelisim/shared/features/documents/document-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { runBulk, runSigning } from '../jobs/public.ts';
import { confirmHand, decideDispute, disputeHand } from './answer-hand.ts';
import { convertDocument } from './convert-document.ts';
import { checkTemplate, createByTemplate, createMany, renewMany } from './create-from-template.ts';
import { deleteDocument } from './delete-document.ts';
import { findDocumentRow, findFile, labelledDocuments, listDocumentRows } from './documents.queries.ts';
import {
  documentStatusView,
  documentTypeView,
  getDocumentHistory,
  getDocumentView,
  toDispute,
  toDocumentRow,
} from './documents.view.ts';
import { idCalled, namesOf, nameThing } from '../external-ids/public.ts';
import { endTicketWith, giveTicket, useTicket } from './download-ticket.ts';
import { findDisputedScan, findHand, listDisputeRows } from './hand-signatures.queries.ts';
import { exportDocuments } from './export-documents.ts';
import { refuseDocument } from './refuse-document.ts';
import { replaceDocument } from './replace-document.ts';
import { restoreDocument } from './restore-document.ts';
import { sendDocument } from './send-document.ts';
import { readScan, signByHand } from './sign-by-hand.ts';
import { checkPapers, keepScan, takeOver, writePapersRest } from './take-over.ts';
import { terminateDocument } from './terminate-document.ts';
import { readSource, uploadDocument } from './upload-document.ts';
import { zipDocuments } from './zip-documents.ts';

type Names = Extract<keyof Handlers, `documents.${string}`>;

export function documentsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const change = <Made>(deed: (tx: Tx) => Promise<Made>) => db.transaction().execute(deed);
  /** Answers the contract as the deed left it: a moment later somebody else may have deleted it. */
  const changed = (actor: CompanyActor, locale: Locale, doc_id: number, deed: (tx: Tx) => Promise<unknown>) =>
    change(async (tx) => {
      await deed(tx);
      return getDocumentView(tx, actor, doc_id, locale);
    });
  const filterOf = <Query extends { status_id?: number[] | undefined }>(query: Query) => ({
    ...query,
    statuses: query.status_id?.map((id) => {
      const status = DOCUMENT_STATUSES.find((code) => DOCUMENT_STATUS_IDS[code] === id);
      if (!status) throw new Problem('field.choice', { field: 'status_id' });
      return status;
    }),
    today: almatyDate(parts.clock.now()),
  });
  const called = async (
    actor: CompanyActor,
    query: Parameters<typeof filterOf>[0] & { external_id?: string | undefined },
  ) => ({ ...filterOf(query), id: await idCalled(db, actor, 'contract', query) });
  return {
    'documents.list': async ({ input, actor, locale }) => {
      const { query } = input;
      const order = { by: query.sort_by, order: query.sort_order };
      const { rows, total } = await listDocumentRows(db, actor, await called(actor, query), order, query);
      const ids = rows.map((row) => row.id);
      const names = await namesOf(db, actor, 'contract', ids);
      return pageAnswer({ rows, total }, query.limit, (row) => toDocumentRow(row, locale, names.get(row.id)));
    },
    'documents.sheet': async ({ input: { query }, actor, locale }) => {
      const order = { by: query.sort_by, order: query.sort_order };
      return exportDocuments(parts, actor, await called(actor, query), order, locale);
    },
    'documents.create': async (context) => {
      const { input, files, actor, locale } = context;
      const source = await readSource(parts, actor, files.file!);
      return change(async (tx) => {
        const { external_id, ...body } = input.body;
        const id = await makeOnce(tx, context, 'documents', async () => {
          const made_id = await uploadDocument(parts, tx, actor, body, source);
          await nameThing(tx, actor, 'contract', made_id, external_id);
          return made_id;
        });
        return getDocumentView(tx, actor, id, locale);
      });
    },
    'documents.get': ({ input, actor, locale }) => getDocumentView(db, actor, input.params.doc_id, locale),
    'documents.name': ({ input: { params, body }, actor, locale }) =>
      changed(actor, locale, params.doc_id, async (tx) => {
        if (!(await findDocumentRow(tx, actor, params.doc_id))) throw new Problem('not_found');
        await nameThing(tx, actor, 'contract', params.doc_id, body.external_id);
      }),
    'documents.replace': async ({ input, files, actor, locale }) => {
      // Whoever may not change it is not kept waiting for a converter.
      if (!(await findDocumentRow(db, actor, input.params.doc_id))) throw new Problem('not_found');
      const source = await readSource(parts, actor, files.file!);
      return changed(actor, locale, input.params.doc_id, (tx) =>
        replaceDocument(parts, tx, actor, input.params.doc_id, source),
      );
    },
    'documents.delete': async ({ input, actor, locale }) => {
      await change((tx) => deleteDocument(tx, actor, input.params.doc_id));
      return { message: { ru, kz }[locale].deleted };
    },
    'documents.restore': ({ input, actor, locale }) =>
      changed(actor, locale, input.params.doc_id, (tx) => restoreDocument(tx, actor, input.params.doc_id)),
    'documents.file': async ({ input, actor }) => {
      const row = orNotFound(await findDocumentRow(db, actor, input.params.doc_id));
      const file = await findFile(db, row.company_id, row.frozen_file_id ?? row.source_file_id);
      if (!file) throw new Problem('file.lost');
      return { bytes: await readFileOf(parts.store, file), name: file.name };
    },
    'documents.send': ({ input, actor, locale }) =>
      changed(actor, locale, input.params.doc_id, (tx) =>
        sendDocument(parts, tx, actor, input.params.doc_id),
      ),
    'documents.refuse': ({ input, actor, locale }) =>
      changed(actor, locale, input.params.doc_id, (tx) =>
        refuseDocument(tx, actor, input.params.doc_id, input.body.reason),
      ),
    'documents.sign': async (context) => {
      // One signature per contract: a second one for the same in a list could only be a mistake.
      const { signatures, means } = context.input.body;
      if (!signatures)
        throw new Problem('signature.needed', {
          field: 'signatures',
          values: { way: 'qr-signing/qr?doc_type=document&doc_ids=' },
        });
      const bySubject = new Map(signatures.map(({ document_id, cms }) => [document_id, cms]));
      const items = [...bySubject].map(([subject_id, cms]) => ({ subject_id, payload: { cms } }));
      return runSigning(parts, context, 'documents.sign', items, means ? { means } : {});
    },
    'documents.original': async ({ input, actor }) => {
      const row = orNotFound(await findDocumentRow(db, actor, input.params.doc_id));
      if (row.original_file_id === null) throw new Problem('document.no_original');
      return readKept(parts, row.company_id, row.original_file_id);
    },
    'documents.history': ({ input, actor }) => getDocumentHistory(db, actor, input.params.doc_id),
    'documents.terminate': async ({ input, actor, locale }) => {
      const { doc_id } = input.params;
      return changed(actor, locale, doc_id, (tx) =>
        terminateDocument(parts, tx, actor, doc_id, input.body.reason),
      );
    },
    'documents.delete_many': async (context) => {
      const ids = context.input.body.document_ids ?? context.input.query.document_ids;
      if (!ids?.length) throw new Problem('missing_field', { field: 'document_ids' });
      const items = await labelledDocuments(db, context.actor, [...new Set(ids)]);
      return runBulk(parts, context, 'documents.delete', items);
    },
    'documents.send_many': async (context) => {
      const items = await labelledDocuments(db, context.actor, context.input.body.document_ids);
      return runBulk(parts, context, 'documents.send', items);
    },
    'documents.renew': (context) => renewMany(parts, context),
    'documents.download_many': ({ input, actor, locale }) =>
      zipDocuments(parts, actor, [...new Set(input.query.ids)], locale),
    'documents.download_ticket': ({ input, actor, locale }) =>
      giveTicket(
        parts,
        actor,
        {
          kind: 'documents',
          ids: input.body.document_ids,
          path: '/api/v1/doc/documents/download/ticket',
        },
        locale,
      ),
    'documents.download_by_ticket': async ({ input, ip }) => {
      const { viewer, ids, locale } = await useTicket(parts, 'documents', input.params.ticket, ip);
      return endTicketWith(parts, input.params.ticket, await zipDocuments(parts, viewer, ids, locale));
    },
    'documents.sign_by_hand': async ({ input, files, actor, locale }) => {
      const { document_id } = input.body;
      const scan = files.file ? await readScan(parts, files.file) : null;
      return changed(actor, locale, document_id, (tx) => signByHand(parts, tx, actor, document_id, scan));
    },
    'documents.check_papers': (context) => checkPapers(parts, context),
    'documents.papers_rest': (context) => writePapersRest(parts, context),
    'documents.keep_scan': (context) => keepScan(parts, context),
    'documents.take_over': (context) => takeOver(parts, context),
    'documents.scan': async ({ input, actor }) => {
      const row = orNotFound(await findDocumentRow(db, actor, input.params.doc_id));
      const hand = await findHand(db, row);
      if (!hand?.scan_file_id) throw new Problem('document.no_scan');
      return readKept(parts, row.company_id, hand.scan_file_id);
    },
    'documents.confirm_hand': ({ input, actor, locale }) =>
      changed(actor, locale, input.params.doc_id, (tx) => confirmHand(tx, actor, input.params.doc_id)),
    'documents.dispute_hand': async ({ input, actor, locale }) => {
      const { doc_id } = input.params;
      return changed(actor, locale, doc_id, (tx) => disputeHand(parts, tx, actor, doc_id, input.body.reason));
    },
    'documents.disputes': async ({ input: { query } }) => {
      const found = await listDisputeRows(db, query);
      return pageAnswer(found, query.limit, toDispute);
    },
    'documents.disputed_scan': async ({ input }) => {
      const found = await findDisputedScan(db, input.params.doc_id);
      if (!found?.scan_file_id) throw new Problem('not_found');
      return readKept(parts, found.company_id, found.scan_file_id);
    },
    'documents.decide_dispute': async ({ input, actor, locale }) => {
      await change((tx) => decideDispute(parts, tx, actor, input.params.doc_id, input.body));
      return { message: { ru, kz }[locale].document_action[`${input.body.decision}_hand`] };
    },
    'documents.convert': ({ input, actor, files }) =>
      convertDocument(parts, actor, input.body.file_type, files.file!),
    'documents.check_template': (context) => checkTemplate(parts, context),
    'documents.create_by_template': async (context) => ({
      contract_id: await createByTemplate(parts, context),
    }),
    'documents.create_many': (context) => createMany(parts, context),
    'documents.statuses': async ({ locale }) =>
      DOCUMENT_STATUSES.map((status) => documentStatusView(status, locale)),
    'documents.types': async ({ locale }) => DOCUMENT_TYPES.map((type) => documentTypeView(type, locale)),
  };
}

async function readKept(parts: Parts, company_id: number, file_id: number) {
  const file = await findFile(parts.db, company_id, file_id);
  if (!file) throw new Problem('file.lost');
  return { bytes: await readFileOf(parts.store, file), name: file.name };
}
