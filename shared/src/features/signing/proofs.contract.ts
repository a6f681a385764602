import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
import { id } from '../../kernel/fields.ts';

const act = z.strictObject({ act_id: id });
const contract = z.strictObject({ doc_id: id });

const CARD = 'Get the electronic document card: a PDF that contains the document and its signatures';
const CMS = 'Get one detached CMS of all signers';
const INFO = 'Get the signature sheet as PDF: who signed, by what right, when and with which proof';

const actCall = callsOf({ access: { who: 'user' }, scope: 'acts:read', params: act });
const contractCall = callsOf({ access: { who: 'user' }, scope: 'contracts:read', params: contract });

/** What a signed document proves itself with outside of the product: made of its signatures once, the same bytes each time. */
export const proofsCalls = {
  'proofs.act_ddc': actCall('GET /api/v1/doc/acts/{act_id}/ddc', {
    summary: CARD,
    answer: { file: 'application/pdf' },
  }),
  'proofs.act_cms': actCall('GET /api/v1/doc/acts/{act_id}/signed-cms', {
    summary: CMS,
    answer: { file: 'application/pkcs7-signature' },
  }),
  'proofs.act_sign_info': actCall('GET /api/v1/doc/acts/{act_id}/sign-info', {
    summary: INFO,
    answer: { file: 'application/pdf' },
  }),
  'proofs.act_print': actCall('GET /api/v1/doc/acts/{act_id}/print', {
    summary: 'Get a copy of a signed act for printing, with the day of acceptance and the signature sheet',
    answer: { file: 'application/pdf' },
  }),
  'proofs.document_ddc': contractCall('GET /api/v1/doc/documents/{doc_id}/ddc', {
    summary: CARD,
    answer: { file: 'application/pdf' },
  }),
  'proofs.document_cms': contractCall('GET /api/v1/doc/documents/{doc_id}/signed-cms', {
    summary: CMS,
    answer: { file: 'application/pkcs7-signature' },
  }),
  'proofs.document_sign_info': contractCall('GET /api/v1/doc/documents/{doc_id}/sign-info', {
    summary: INFO,
    answer: { file: 'application/pdf' },
  }),
};
