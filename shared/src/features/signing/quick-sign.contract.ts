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
  'quick_sign.create': defineCall('POST /api/v1/doc/quick-sign', {
    access: { who: 'business', right: 'manage_acts' },
    summary:
      'Create a link with which an executor signs one document without signing in: 72 hours, one use, bound to their ИИН',
    body: z.strictObject({ doc_type: z.enum(['act', 'document'], 'field.choice'), id }),
    answer: z.object({
      url: z.string(),
      expires_at: moment,
      signer_name: z.string(),
      phone: z.string().nullable(),
    }),
  }),
  'quick_sign.get': defineCall('GET /api/v1/quick-sign/{token}', {
    access: { who: 'public' },
    summary: 'Get what a link asks to sign',
    params: token,
    answer: quickSign,
  }),
  'quick_sign.file': defineCall('GET /api/v1/quick-sign/{token}/file', {
    access: { who: 'public' },
    summary: 'Get the exact bytes that the link’s signature covers',
    params: token,
    answer: { file: 'application/pdf' },
  }),
  'quick_sign.qr': defineCall('POST /api/v1/quick-sign/{token}/qr', {
    access: { who: 'public' },
    summary: 'Get a QR code for signing the link’s document with eGov Mobile; replaces an earlier code',
    params: token,
    answer: qrCode,
  }),
  'quick_sign.qr_check': defineCall('GET /api/v1/quick-sign/{token}/qr', {
    access: { who: 'public' },
    summary: 'Get the state of a link’s QR code',
    params: token,
    query: z.strictObject({ session_id: id }),
    answer: qrProgress,
  }),
  'quick_sign.sign': defineCall('POST /api/v1/quick-sign/{token}', {
    access: { who: 'public' },
    summary:
      'Sign by link; the certificate identifies the signer. Idempotent. 202 if НУЦ gave no proof yet: the signature is stored and counts later',
    params: token,
    body: z.strictObject({ cms: base64.max(100_000, 'field.too_long') }),
    answer: z.object({ signed: z.boolean(), pending_proof: z.boolean(), public_id: z.string() }),
  }),
};
