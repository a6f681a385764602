import { z } from 'zod';
import { defineCall, publicCall, userCall } from '../../kernel/call.ts';
import { id, moment } from '../../kernel/fields.ts';
import { QR_DOC_TYPES, QR_STATES } from './qr-session-status.ts';

/**
 * Signing on a phone by eGov Mobile (NITEC, «Документация по QR/Кросс подписанию», version 5). The page asks for a code
 * (`qr`), the phone reads it and calls `init` (API No.1), then `doc` (API No.2), and the page follows by `check`. Names
 * and letter cases of what the phone reads are those of the protocol, not ours.
 */

/** A query carries at most a hundred ids, and so does a phone. */
const docIds = z
  .array(id, 'field.ids')
  .min(1, 'field.ids_empty')
  .max(100, 'field.ids_many')
  .transform((list) => [...new Set(list)]);

export const QR_MAX_DOCUMENTS = 100;
const docType = z.enum(QR_DOC_TYPES, 'field.choice');

export const qrCode = z.object({
  session_id: id,
  doc_type: docType,
  doc_ids: z.array(id),
  /** `data:image/…;base64,…` */
  picture: z.string(),
  /** What the picture says: `mobileSign:` and the address of API No.1. Null when a gateway drew the picture. */
  text: z.string().nullable(),
  /** For a user who is already on the phone: these open the app. */
  mobile_link: z.url(),
  business_link: z.url(),
  /** In the sandbox: the address of a phone that is not one. */
  sandbox_phone: z.string().nullable(),
  expires_at: moment,
  expires_in_s: z.int(),
});
export type QrCode = z.output<typeof qrCode>;

const qrError = z.object({ doc_id: z.int().nullable(), code: z.string(), message: z.string() });

export const qrProgress = z.object({
  /** `is_signed`: the caller's side has signed it. `is_awaited`: its signature waits for the word of НУЦ РК. */
  items: z.array(z.object({ doc_id: id, is_signed: z.boolean(), is_awaited: z.boolean() })),
  /** The asked session, else the newest of this person for these documents. */
  session: z
    .object({
      id,
      /** `awaited`: the phone has signed, and some of it counts only when НУЦ РК has answered. */
      state: z.enum([...QR_STATES, 'awaited']),
      expires_at: moment,
      total: z.int(),
      signed_count: z.int(),
      awaited_count: z.int(),
      errors: z.array(qrError),
    })
    .nullable(),
});
export type QrProgress = z.output<typeof qrProgress>;

/** Answer of API No.1. */
export const qrInit = z.object({
  description: z.string(),
  /** `2026-08-14T15:52:24.138+0500` */
  expiry_date: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/),
  organisation: z.object({ nameRu: z.string(), nameKz: z.string(), nameEn: z.string(), bin: z.string() }),
  document: z.object({ uri: z.url(), auth_type: z.literal('Token'), auth_token: z.string().min(1) }),
});

/** How the app signs one document; `MIX_SIGN` says that each has a method of its own. */
export const SIGN_METHODS = ['XML', 'CMS_WITH_DATA', 'CMS_SIGN_ONLY', 'SIGN_BYTES_ARRAY'] as const;
export type SignMethod = (typeof SIGN_METHODS)[number];

const phoneDocument = z.object({
  id: z.int().min(1),
  signMethod: z.enum(SIGN_METHODS).optional(),
  nameRu: z.string(),
  nameKz: z.string(),
  nameEn: z.string(),
  meta: z.array(z.object({ name: z.string(), value: z.string() })),
  documentXml: z.string().optional(),
  document: z.object({ file: z.object({ mime: z.string(), data: z.string() }) }).optional(),
});
export type PhoneDocument = z.output<typeof phoneDocument>;

/** Answer of API No.2. */
export const qrDocuments = z.object({
  signMethod: z.enum([...SIGN_METHODS, 'MIX_SIGN']),
  version: z.literal(1),
  documentsToSign: z.array(phoneDocument),
});
export type QrDocuments = z.output<typeof qrDocuments>;

/**
 * What the phone sends back: the same JSON with the signatures in place of the documents, or a cancellation. Fields that
 * the app may add are passed over: the protocol is not ours, and only what is named here is read.
 */
const signedBody = z.object({
  status: z.string().nullish(),
  documentsToSign: z
    .array(
      z.object({
        id: z.int('field.id').min(1, 'field.id'),
        documentXml: z.string().nullish(),
        document: z.object({ file: z.object({ data: z.string().nullish() }) }).nullish(),
      }),
    )
    .max(QR_MAX_DOCUMENTS, 'field.ids_many')
    .nullish(),
});
export type SignedBody = z.output<typeof signedBody>;

const phoneQuery = z.strictObject({
  doc_ids: z.array(id, 'field.ids').min(1, 'field.ids_empty').max(QR_MAX_DOCUMENTS, 'field.ids_many'),
  /** 0 while nobody is known yet (sign-in, registration). */
  user_id: z.int('field.id').min(0, 'field.id'),
});
export type PhoneQuery = z.output<typeof phoneQuery>;

export const qrTaken = z.object({
  status: z.literal('success'),
  message: z.literal('success'),
  backUrl: z.string(),
  success: z.boolean(),
  signed_count: z.int(),
  /** `id` is the number of the document on the phone. A refused attempt answers 4xx with the same three fields. */
  errors: z.array(z.object({ id: z.int(), code: z.string(), message: z.string() })),
});
export type QrTaken = z.output<typeof qrTaken>;

export const qrSigningCalls = {
  'qr.make': defineCall('GET /api/v1/qr-signing/qr', {
    access: { who: 'user', right: 'sign' },
    summary:
      'Get a QR code for signing documents on a phone; replaces an earlier code for the same documents',
    query: z.strictObject({ doc_ids: docIds, doc_type: docType }),
    answer: qrCode,
  }),
  'qr.make_for_acts': defineCall('GET /api/v1/doc/acts/sign/qr', {
    access: { who: 'user', right: 'sign' },
    summary: 'Get a QR code for signing acts on a phone',
    query: z.strictObject({ act_ids: docIds }),
    answer: qrCode,
  }),
  'qr.init': publicCall('GET /api/v1/qr-signing/init', {
    summary: 'API No.1 of eGov Mobile: who asks for a signature and where the documents are',
    query: z.strictObject({ mgovSign: z.string().max(100) }),
    answer: qrInit,
  }),
  'qr.documents': defineCall('GET /api/v1/qr-signing/doc', {
    access: { who: 'public', token: 'own' },
    summary: 'API No.2 of eGov Mobile: the documents, for the token from API No.1',
    query: phoneQuery,
    answer: qrDocuments,
  }),
  'qr.take': defineCall('PUT /api/v1/qr-signing/doc', {
    access: { who: 'public', token: 'own' },
    summary: 'API No.2 of eGov Mobile: the signatures, or a cancellation; idempotent',
    query: phoneQuery,
    body: signedBody,
    // Documents of 14 MB come back in base64 with their signatures.
    body_bytes: 24_000_000,
    answer: qrTaken,
  }),
  'qr.check': userCall('GET /api/v1/qr-signing/check', {
    summary: 'Get which of these documents the user has signed, and the state of the QR code',
    query: z.strictObject({ doc_ids: docIds, doc_type: docType, session_id: id.optional() }),
    answer: qrProgress,
  }),
};
