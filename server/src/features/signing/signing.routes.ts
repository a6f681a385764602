import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { listMeantActs } from '../acts/public.ts';
import { labelledDocuments } from '../documents/public.ts';
import { runBulk } from '../jobs/public.ts';
import { findVisibleSignature, wholeCms } from '../signatures/public.ts';
import { readActChanges } from './act-changes.ts';
import { findCertificate, keepCertificate } from './own-certificate.ts';
import { readAfter, openNext } from './after-signing.ts';
import { askByLink, returnByLink } from './answer-link.ts';
import { listSentLinks } from './list-links.ts';
import { createQuickSign } from './make-link.ts';
import { openQuickSign, readLinkChanges, readQuickSignFile, signByLink } from './quick-sign.ts';
import { checkLinkCode, openLinkCode } from './quick-sign-qr.ts';
import { openByCode, sendCodeOfLink } from './renew-link.ts';
import { prepareSigning } from './prepare-signing.ts';
import { printAct } from './print-act.ts';
import { readActProof, readDocumentProof } from './read-proof.ts';
import { verifyDocument } from './verify-document.ts';
import { verifyFiles } from './verify-files.ts';

/** Versions of an act are compared here, where it is known what is withheld of them. */
type Names =
  | 'acts.changes'
  | Extract<
      keyof Handlers,
      `${'signing' | 'proofs' | 'verification' | 'certificates' | 'quick_sign'}.${string}`
    >;

export function signingRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  return {
    'acts.changes': ({ input, actor }) => readActChanges(parts, actor, input.params.act_id),
    'certificates.put': ({ input, actor }) =>
      keepCertificate(parts, actor, Buffer.from(input.body.certificate, 'base64')),
    'certificates.validate': async ({ actor }) => ({ certificate: await findCertificate(parts, actor) }),
    'quick_sign.create': ({ input, actor }) => createQuickSign(parts, actor, input.body),
    'quick_sign.list': ({ input, actor }) => listSentLinks(db, actor, input.query),
    'quick_sign.send_acts': async (context) => {
      const { channel, ...meant } = context.input.body;
      const items = await listMeantActs(db, context.actor, meant);
      return runBulk(parts, context, 'acts.send_link', items, { channel });
    },
    'quick_sign.send_documents': async (context) => {
      const { channel, document_ids } = context.input.body;
      const items = await labelledDocuments(db, context.actor, document_ids);
      return runBulk(parts, context, 'documents.send_link', items, { channel });
    },
    'quick_sign.get': ({ input, ip, locale }) => openQuickSign(parts, input.params.token, ip, locale),
    'quick_sign.file': ({ input, ip }) => readQuickSignFile(parts, input.params.token, ip),
    'quick_sign.changes': ({ input, ip }) => readLinkChanges(parts, input.params.token, ip),
    'quick_sign.sign': async ({ input, ip, accepted }) => {
      const cms = Buffer.from(input.body.cms, 'base64');
      const answer = await signByLink(parts, input.params.token, ip, cms);
      if (answer.pending_proof) accepted();
      return answer;
    },
    'quick_sign.return': ({ input, ip }) => returnByLink(parts, input.params.token, ip, input.body.reason),
    'quick_sign.ask': ({ input, ip }) => askByLink(parts, input.params.token, ip, input.body.question),
    'quick_sign.after': ({ input, ip }) => readAfter(parts, input.params.token, ip),
    'quick_sign.next': ({ input, ip }) => openNext(parts, input.params.token, ip),
    'quick_sign.code': ({ input, ...visitor }) => sendCodeOfLink(parts, input.params.token, visitor),
    'quick_sign.open': ({ input, ...visitor }) =>
      openByCode(parts, input.params.token, visitor, input.body.code),
    'quick_sign.qr': ({ input, ip, locale }) => openLinkCode(parts, input.params.token, ip, locale),
    'quick_sign.qr_check': ({ input, ip, locale }) =>
      checkLinkCode(parts, input.params.token, ip, input.query.session_id, locale),
    'verification.document': ({ input, ip, locale }) =>
      verifyDocument(parts, input.params.public_id, ip, locale),
    'verification.files': ({ files }) => verifyFiles(parts, files),
    'proofs.act_ddc': ({ input, actor }) => readActProof(parts, actor, input.params.act_id, 'ddc'),
    'proofs.act_cms': ({ input, actor }) => readActProof(parts, actor, input.params.act_id, 'signed_cms'),
    'proofs.act_sign_info': ({ input, actor }) =>
      readActProof(parts, actor, input.params.act_id, 'sign_info'),
    'proofs.act_print': ({ input, actor }) => printAct(parts, actor, input.params.act_id),
    'proofs.document_ddc': ({ input, actor }) => readDocumentProof(parts, actor, input.params.doc_id, 'ddc'),
    'proofs.document_cms': ({ input, actor }) =>
      readDocumentProof(parts, actor, input.params.doc_id, 'signed_cms'),
    'proofs.document_sign_info': ({ input, actor }) =>
      readDocumentProof(parts, actor, input.params.doc_id, 'sign_info'),
    'signing.prepare': ({ input, actor, locale }) => prepareSigning(db, actor, locale, input.body),
    'signing.cms': async ({ input, actor }) => {
      const row = orNotFound(await findVisibleSignature(db, actor.company_id, input.params.signature_id));
      const what = row.act_id ? `act-${row.number}-${row.year}` : `contract-${row.document_id}`;
      return { bytes: await wholeCms(db, row), name: `${what}-${row.side}.cms` };
    },
  };
}
