import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { base64, id, ids, moment } from '../../kernel/fields.ts';
import { bulkAnswer } from '../../kernel/runs.ts';
import { meantActs } from '../acts/act-selection.contract.ts';
import { ACT_DEEDS } from '../acts/act-status.ts';
import { DOCUMENT_DEEDS } from '../documents/document-status.ts';
import { MESSAGE_CHANNELS, MESSAGE_STATES } from '../messages/message-states.ts';
import { qrCode, qrProgress } from '../qr-signing/qr-signing.contract.ts';
import { toSign } from '../signing/signing.contract.ts';

/** 128 random bits, so that the address leaves an SMS room for words; links of before had 256 in hex. */
const token = z.strictObject({ token: z.string().regex(/^(?:[\w-]{22}|[0-9a-f]{64})$/) });

const channel = z.enum(MESSAGE_CHANNELS, 'field.choice');

const paper = { doc_type: z.enum(['act', 'document'], 'field.choice'), id };

/** Whom a link of a paper is for, and where a message can reach them: what of it they have confirmed. */
const linkSigner = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** A link that was made for a paper, and how it fares. */
export const sentLink = z.object({
  id,
  signer_name: z.string(),
  /** Null of one that was copied or handed to an app. */
  channel: z.enum(MESSAGE_CHANNELS).nullable(),
  /** What the gateway made of its message; null of one that was copied. */
  delivery: z
    .object({ state: z.enum(MESSAGE_STATES), said: z.string().nullable(), sent_at: moment.nullable() })
    .nullable(),
  created_at: moment,
  expires_at: moment,
  opened_at: moment.nullable(),
  used_at: moment.nullable(),
});
export type SentLink = z.output<typeof sentLink>;

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
    body: z.strictObject(paper),
    answer: z.object({
      url: z.string(),
      expires_at: moment,
      signer_name: z.string(),
      phone: z.string().nullable(),
    }),
  }),
  'quick_sign.list': defineCall('GET /api/v1/doc/quick-sign', {
    access: { who: 'business' },
    summary: 'Get who is to sign a document by link, and the links made so far with how their messages fare',
    query: z.strictObject(paper),
    answer: z.object({ signer: linkSigner, links: z.array(sentLink) }),
  }),
  'quick_sign.send_acts': defineCall('POST /api/v1/doc/acts/links', {
    access: accessOf(ACT_DEEDS.send_link),
    summary:
      'Send links to the executors of acts who have not signed; several acts of one person are one message',
    body: z.strictObject({ ...meantActs, channel }),
    answer: bulkAnswer,
    idempotency: true,
  }),
  'quick_sign.send_documents': defineCall('POST /api/v1/doc/documents/links', {
    access: accessOf(DOCUMENT_DEEDS.send_link),
    summary: 'Send links to the executors of contracts who have not signed',
    body: z.strictObject({ document_ids: ids, channel }),
    answer: bulkAnswer,
    idempotency: true,
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
