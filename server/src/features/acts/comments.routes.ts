import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { attachDocument, detachDocument, getActDocuments, readActDocument } from './attach-document.ts';
import { commentAct, getComments, readComments } from './comment-act.ts';

type Names = Extract<keyof Handlers, `act_comments.${string}` | `act_documents.${string}`>;

/** What lies beside an act: words of the two sides, and files. */
export function actCommentsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  return {
    'act_comments.list': ({ input, actor }) => getComments(db, actor, input.params.act_id),
    'act_comments.add': ({ input, actor }) => commentAct(db, actor, input.body.act_id, input.body.comment),
    'act_comments.read': async ({ input, actor }) => ({
      comments_unread: await readComments(db, actor, input.params.act_id, input.body.seq),
    }),
    'act_documents.list': ({ input, actor }) => getActDocuments(db, actor, input.params.act_id),
    'act_documents.add': ({ input, actor, files }) =>
      attachDocument(parts, actor, input.body.act_id, files.file!),
    'act_documents.file': ({ input, actor }) =>
      readActDocument(parts, actor, input.params.additional_document_id),
    'act_documents.remove': async ({ input, actor, locale }) => {
      await detachDocument(parts, actor, input.params.additional_document_id);
      return { message: { ru, kz }[locale].deleted };
    },
  };
}
