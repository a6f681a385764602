import {
  DOCUMENT_STATUSES,
  DOCUMENT_STATUS_IDS,
  DOCUMENT_TYPES,
} from '@kelisim/shared/features/documents/document-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { readFileOf } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import type { Parts } from '../../parts.ts';
import { runBulk } from '../jobs/public.ts';
import { deleteDocument } from './delete-document.ts';
import { findDocumentRow, findFile, listDocumentRows } from './documents.queries.ts';
import { documentStatusView, documentTypeView, getDocumentView, toDocumentRow } from './documents.view.ts';
import { refuseDocument } from './refuse-document.ts';
import { replaceDocument } from './replace-document.ts';
import { sendDocument } from './send-document.ts';
import { uploadDocument } from './upload-document.ts';

type Names = Extract<keyof Handlers, `documents.${string}`>;

export function documentsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const change = <T>(
    deed: (tx: Parameters<Parameters<ReturnType<typeof db.transaction>['execute']>[0]>[0]) => Promise<T>,
  ) => db.transaction().execute(deed);
  return {
    'documents.list': async ({ input, actor, locale }) => {
      const { query } = input;
      const waiting = actor.role === 'business' ? 'signed_by_executor' : 'signed_by_business';
      const statuses = query.waiting
        ? (['sent', waiting] as const)
        : query.status_id?.map((id) => {
            const status = DOCUMENT_STATUSES.find((code) => DOCUMENT_STATUS_IDS[code] === id);
            if (!status) throw new Problem('field.choice', { field: 'status_id' });
            return status;
          });
      const filter = { ...query, statuses: statuses && [...statuses], today: almatyDate(parts.clock.now()) };
      const order = { by: query.sort_by, order: query.sort_order };
      const { rows, total } = await listDocumentRows(db, actor, filter, order, query);
      return {
        items: rows.map((row) => toDocumentRow(row, locale)),
        pages: pagesOf(total, query.limit),
        total,
        is_exact: true,
      };
    },
    'documents.create': async (context) => {
      const { input, files, actor, locale } = context;
      const id = await change((tx) =>
        makeOnce(tx, context, () => uploadDocument(parts, tx, actor, input.body, files.file!)),
      );
      return getDocumentView(db, actor, id, locale);
    },
    'documents.get': ({ input, actor, locale }) => getDocumentView(db, actor, input.params.doc_id, locale),
    'documents.replace': async ({ input, files, actor, locale }) => {
      await change((tx) => replaceDocument(parts, tx, actor, input.params.doc_id, files.file!));
      return getDocumentView(db, actor, input.params.doc_id, locale);
    },
    'documents.delete': async ({ input, actor, locale }) => {
      await change((tx) => deleteDocument(tx, actor, input.params.doc_id));
      return { message: { ru, kz }[locale].deleted };
    },
    'documents.file': async ({ input, actor }) => {
      const row = await findDocumentRow(db, actor, input.params.doc_id);
      if (!row) throw new Problem('not_found');
      const file = await findFile(db, row.company_id, row.frozen_file_id ?? row.source_file_id);
      if (!file) throw new Problem('file.lost');
      return { bytes: await readFileOf(parts.store, file), name: file.name };
    },
    'documents.send': async ({ input, actor, locale }) => {
      await change((tx) => sendDocument(parts, tx, actor, input.params.doc_id));
      return getDocumentView(db, actor, input.params.doc_id, locale);
    },
    'documents.refuse': async ({ input, actor, locale }) => {
      await change((tx) => refuseDocument(tx, actor, input.params.doc_id, input.body.reason));
      return getDocumentView(db, actor, input.params.doc_id, locale);
    },
    'documents.sign': (context) => {
      // One signature per contract: a second one for the same in a list could only be a mistake.
      const { signatures, means } = context.input.body;
      const bySubject = new Map(signatures.map(({ document_id, cms }) => [document_id, cms]));
      const items = [...bySubject].map(([subject_id, cms]) => ({ subject_id, payload: { cms } }));
      return runBulk(parts, context, 'documents.sign', items, means ? { means } : {});
    },
    'documents.statuses': async ({ locale }) =>
      DOCUMENT_STATUSES.map((status) => documentStatusView(status, locale)),
    'documents.types': async ({ locale }) => DOCUMENT_TYPES.map((type) => documentTypeView(type, locale)),
  };
}
