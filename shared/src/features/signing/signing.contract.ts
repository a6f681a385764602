import { z } from 'zod';
import { defineCall, userCall } from '../../kernel/call.ts';
import { id, ids, moment, money, sha256Hex } from '../../kernel/fields.ts';

/** The signature card: who, by what certificate, when, checked how. Personal numbers are masked for the other side. */
export const signatureCard = z.object({
  id,
  side: z.enum(['business', 'executor']),
  name: z.string(),
  iin: z.string(),
  bin: z.string().nullable(),
  organization: z.string().nullable(),
  certificate_serial: z.string(),
  certificate_issuer: z.string(),
  certificate_valid_from: moment,
  certificate_valid_until: moment,
  algorithm: z.string(),
  rights: z.array(z.string()),
  signed_at: moment,
  /** Revocation and time stamp of the proof; `not_checked` until a service has answered. */
  revocation: z.enum(['not_checked', 'good', 'revoked', 'unknown']),
  timestamp: z.enum(['not_checked', 'absent', 'good']),
  means: z.string(),
});
export type SignatureCard = z.output<typeof signatureCard>;

/** A signature of the present version that does not count: НУЦ РК has not proven it yet, or it was refused since. */
export const awaitedProof = z.object({
  side: z.enum(['business', 'executor']),
  name: z.string(),
  state: z.enum(['waiting', 'refused']),
  received_at: moment,
  /** Why it was refused. */
  message: z.string().nullable(),
});
export type AwaitedProof = z.output<typeof awaitedProof>;

/** A frozen file: what is signed. Digests let a browser sign many files without loading them. */
export const frozenFile = z.object({
  file_id: id,
  public_id: z.string(),
  name: z.string(),
  size: z.int(),
  sha256: sha256Hex,
  streebog512: z.string().regex(/^[0-9a-f]{128}$/),
  frozen_at: moment,
});
export type FrozenFile = z.output<typeof frozenFile>;

/** By what a signature was made that a page hands over; left out, by a key file. */
export const meansOfPage = z.enum(['key_file', 'ncalayer'], 'field.choice').optional();

export const toSign = z.object({
  id,
  label: z.string(),
  party: z.string(),
  amount: money.nullable(),
  file: frozenFile,
});
export type ToSign = z.output<typeof toSign>;

export const signingCalls = {
  'signing.prepare': defineCall('POST /api/v1/doc/sign/prepare', {
    access: { who: 'user', right: 'sign' },
    summary: 'Get the digests to sign; lists separately what cannot be signed now',
    body: z.strictObject({ doc_type: z.enum(['act', 'document'], 'field.choice'), ids }),
    answer: z.object({
      items: z.array(toSign),
      /** `label` is the number of an act or the title of a document; empty where there is none that they see. */
      refused: z.array(z.object({ id, label: z.string(), code: z.string(), message: z.string() })),
      total_amount: money,
    }),
  }),
  'signing.cms': userCall('GET /api/v1/doc/signatures/{signature_id}/cms', {
    scope: 'acts:read',
    summary: 'Get the detached CMS of one signer as it was verified',
    params: z.strictObject({ signature_id: id }),
    answer: { file: 'application/pkcs7-signature' },
  }),
};
