import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { base64, id, moment } from '../../kernel/fields.ts';
import { qrCode, qrProgress } from '../qr-signing/qr-signing.contract.ts';
import { toSign } from './signing.contract.ts';

const token = z.strictObject({ token: z.string().regex(/^[0-9a-f]{64}$/) });

/** What the page behind a link shows: the document, who is asked, by whom. */
export const quickSign = z.object({
  doc_type: z.enum(['act', 'document']),
  item: toSign,
  company: z.string(),
  signer_name: z.string(),
  /** Masked: the certificate must carry this number. */
  signer_iin: z.string(),
  expires_at: moment,
  used_at: moment.nullable(),
});
export type QuickSign = z.output<typeof quickSign>;

export const quickSignCalls = {
  'quick_sign.create': defineCall({
    method: 'POST',
    path: '/api/v1/doc/quick-sign',
    access: { who: 'business', right: 'manage_acts' },
    summary:
      'A link by which the executor signs one document without signing in: 72 hours, one use, bound to his ИИН',
    body: z.strictObject({ doc_type: z.enum(['act', 'document'], 'field.choice'), id }),
    answer: z.object({
      url: z.string(),
      expires_at: moment,
      signer_name: z.string(),
      phone: z.string().nullable(),
    }),
  }),
  'quick_sign.get': defineCall({
    method: 'GET',
    path: '/api/v1/quick-sign/{token}',
    access: { who: 'public' },
    summary: 'What a link asks to be signed',
    params: token,
    answer: quickSign,
  }),
  'quick_sign.file': defineCall({
    method: 'GET',
    path: '/api/v1/quick-sign/{token}/file',
    access: { who: 'public' },
    summary: 'The very bytes that are signed',
    params: token,
    answer: { file: 'application/pdf' },
  }),
  'quick_sign.qr': defineCall({
    method: 'POST',
    path: '/api/v1/quick-sign/{token}/qr',
    access: { who: 'public' },
    summary: 'A code for signing the document of a link by eGov Mobile; an earlier code of its signer ends',
    params: token,
    answer: qrCode,
  }),
  'quick_sign.qr_check': defineCall({
    method: 'GET',
    path: '/api/v1/quick-sign/{token}/qr',
    access: { who: 'public' },
    summary: 'How far the phone has come with a code of a link',
    params: token,
    query: z.strictObject({ session_id: id }),
    answer: qrProgress,
  }),
  'quick_sign.sign': defineCall({
    method: 'POST',
    path: '/api/v1/quick-sign/{token}',
    access: { who: 'public' },
    summary:
      'The signature; the certificate proves the person. The same signature again is the same answer. 202 when НУЦ gave no proof yet: the signature is kept, and counts once the proof is there',
    params: token,
    body: z.strictObject({ cms: base64.max(100_000, 'field.too_long') }),
    answer: z.object({ signed: z.boolean(), pending_proof: z.boolean(), public_id: z.string() }),
  }),
};
