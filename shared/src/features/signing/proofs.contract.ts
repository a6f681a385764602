import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id } from '../../kernel/fields.ts';

const act = z.strictObject({ act_id: id });
const contract = z.strictObject({ doc_id: id });

const CARD = 'Get the electronic document card: a PDF that contains the document and its signatures';
const CMS = 'Get one detached CMS of all signers';
const INFO = 'Get the signature sheet as PDF: who signed, by what right, when and with which proof';

/** What a signed document proves itself with outside of the product: made of its signatures once, the same bytes each time. */
export const proofsCalls = {
  'proofs.act_ddc': defineCall('GET /api/v1/doc/acts/{act_id}/ddc', {
    access: { who: 'user' },
    scope: 'acts:read',
    summary: CARD,
    params: act,
    answer: { file: 'application/pdf' },
  }),
  'proofs.act_cms': defineCall('GET /api/v1/doc/acts/{act_id}/signed-cms', {
    access: { who: 'user' },
    scope: 'acts:read',
    summary: CMS,
    params: act,
    answer: { file: 'application/pkcs7-signature' },
  }),
  'proofs.act_sign_info': defineCall('GET /api/v1/doc/acts/{act_id}/sign-info', {
    access: { who: 'user' },
    scope: 'acts:read',
    summary: INFO,
    params: act,
    answer: { file: 'application/pdf' },
  }),
  'proofs.act_print': defineCall('GET /api/v1/doc/acts/{act_id}/print', {
    access: { who: 'user' },
    scope: 'acts:read',
    summary: 'Get a copy of a signed act for printing, with the day of acceptance and the signature sheet',
    params: act,
    answer: { file: 'application/pdf' },
  }),
  'proofs.document_ddc': defineCall('GET /api/v1/doc/documents/{doc_id}/ddc', {
    access: { who: 'user' },
    scope: 'contracts:read',
    summary: CARD,
    params: contract,
    answer: { file: 'application/pdf' },
  }),
  'proofs.document_cms': defineCall('GET /api/v1/doc/documents/{doc_id}/signed-cms', {
    access: { who: 'user' },
    scope: 'contracts:read',
    summary: CMS,
    params: contract,
    answer: { file: 'application/pkcs7-signature' },
  }),
  'proofs.document_sign_info': defineCall('GET /api/v1/doc/documents/{doc_id}/sign-info', {
    access: { who: 'user' },
    scope: 'contracts:read',
    summary: INFO,
    params: contract,
    answer: { file: 'application/pdf' },
  }),
};
