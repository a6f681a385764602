import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { base64, code, date, id, ids, lines, moment, money } from '../../kernel/fields.ts';
import { bulkAnswer } from '../../kernel/runs.ts';
import { signedInOrHalf } from '../auth/sign-in.contract.ts';
import { meantActs } from '../acts/act-selection.contract.ts';
import { ACT_DEEDS } from '../acts/act-status.ts';
import { actChanges } from '../acts/act-changes.contract.ts';
import { readableAct } from '../acts/readable-act.contract.ts';
import { DOCUMENT_DEEDS } from '../documents/document-status.ts';
import { MESSAGE_CHANNELS, MESSAGE_STATES } from '../messages/message-states.ts';
import { qrCode, qrProgress } from '../qr-signing/qr-signing.contract.ts';
import { toSign } from '../signing/signing.contract.ts';

/** 128 random bits, so that the address leaves an SMS room for words; links of before had 256 in hex. */
const token = z.strictObject({ token: z.string().regex(/^(?:[\w-]{22}|[0-9a-f]{64})$/) });

const channel = z.enum(MESSAGE_CHANNELS, 'field.choice');

export const WITHHELD_PARTS = ['opv', 'vosms', 'so', 'ipn', 'self_employed'] as const;

/** What comes after the signature of a link. */
export const afterSigning = z.object({
  /** Whose turn it is; `nobody` where all is done, or the paper is no more in force. */
  waits_for: z.enum(['company', 'payment', 'nobody']),
  is_paid: z.boolean(),
  /** Days after both signatures in which the company pays; null where it has set none. */
  term_days: z.int().nullable(),
  /** By when the money is due or, without a term, usually comes; null where nothing is known. */
  expected_on: date.nullable(),
  /** How many days late it is by its term. */
  late_days: z.int(),
  company: z.string(),
  company_phone: z.string().nullable(),
  /** Other papers of this company that wait for the same person. */
  waiting: z.int(),
});

/** Why a link has ended: its time, a newer version, or what became of its paper. */
export const LINK_ENDS = ['expired', 'replaced', 'recalled', 'returned', 'over'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];
export type AfterSigning = z.output<typeof afterSigning>;

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

/** What was said at the act: by its executor, or by somebody of the company. */
const said = z.object({
  seq: z.int(),
  side: z.enum(['business', 'executor']),
  name: z.string(),
  comment: z.string(),
  created_at: moment,
});

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
  /** The day by which both are to have signed an act; null where no term was agreed. */
  sign_by: date.nullable(),
  /** Another version of the act was sent before this one: `quick_sign.changes` compares them. */
  has_earlier: z.boolean(),
  /** Who is asked when something is wrong. */
  company_phone: z.string().nullable(),
  /** The act as text, from what was hashed with it; null of a contract, whose file is all there is. */
  paper: readableAct.nullable(),
  /** What is withheld of it if it is paid today, and what comes; null where nothing is, or nobody can say yet. */
  withheld: z
    .object({ parts: z.array(z.object({ part: z.enum(WITHHELD_PARTS), amount: money })), net: money })
    .nullable(),
  /** Questions and answers at the act, oldest first, as its executor sees them in their account. */
  said: z.array(said),
});
export type QuickSign = z.output<typeof quickSign>;

const linkCall = callsOf({ access: { who: 'public' }, params: token });

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
  'quick_sign.get': linkCall('GET /api/v1/quick-sign/{token}', {
    summary: 'Get what a link asks to sign',
    answer: quickSign,
  }),
  'quick_sign.file': linkCall('GET /api/v1/quick-sign/{token}/file', {
    summary: 'Get the exact bytes that the link’s signature covers',
    answer: { file: 'application/pdf' },
  }),
  'quick_sign.changes': linkCall('GET /api/v1/quick-sign/{token}/changes', {
    summary:
      'Compare the link’s act with the version that was sent before; null if there is none to compare with',
    answer: actChanges.nullable(),
  }),
  'quick_sign.qr': linkCall('POST /api/v1/quick-sign/{token}/qr', {
    summary: 'Get a QR code for signing the link’s document with eGov Mobile; replaces an earlier code',
    answer: qrCode,
  }),
  'quick_sign.qr_check': linkCall('GET /api/v1/quick-sign/{token}/qr', {
    summary: 'Get the state of a link’s QR code',
    query: z.strictObject({ session_id: id }),
    answer: qrProgress,
  }),
  'quick_sign.sign': linkCall('POST /api/v1/quick-sign/{token}', {
    summary:
      'Sign by link; the certificate identifies the signer. Idempotent. 202 if НУЦ gave no proof yet: the signature is stored and counts later',
    body: z.strictObject({ cms: base64.max(100_000, 'field.too_long') }),
    answer: z.object({ signed: z.boolean(), pending_proof: z.boolean(), public_id: z.string() }),
  }),
  'quick_sign.return': linkCall('POST /api/v1/quick-sign/{token}/return', {
    summary: 'Return the link’s act for correction, with a reason; the link ends with it',
    body: z.strictObject({ reason: lines(1000, 1) }),
    answer: z.object({ returned: z.literal(true) }),
  }),
  'quick_sign.ask': linkCall('POST /api/v1/quick-sign/{token}/question', {
    summary: 'Ask the company about the link’s act: a comment of its executor, ten of a link at most',
    body: z.strictObject({ question: lines(2000, 1) }),
    answer: z.object({ asked: z.literal(true), said: z.array(said) }),
  }),
  'quick_sign.after': linkCall('GET /api/v1/quick-sign/{token}/after', {
    summary: 'Get what comes after the signature of a link: whose turn it is and when the money comes',
    answer: afterSigning,
  }),
  'quick_sign.next': linkCall('POST /api/v1/quick-sign/{token}/next', {
    summary:
      'Get a link to the next paper that waits for who has signed by this one a quarter of an hour ago at most',
    answer: z.object({ url: z.string().nullable() }),
  }),
  'quick_sign.code': linkCall('POST /api/v1/quick-sign/{token}/code', {
    summary: 'Send a code to the phone of whom a link is for, so that they go on where the link has ended',
    answer: z.object({ expires_in: z.int() }),
  }),
  'quick_sign.open': linkCall('POST /api/v1/quick-sign/{token}/open', {
    summary:
      'With the code get a new link while the document waits; else sign in to the account of whom it is for',
    body: z.strictObject({ code }),
    answer: z.object({ url: z.string().nullable(), session: signedInOrHalf.nullable() }),
  }),
};
