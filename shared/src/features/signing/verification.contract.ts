import { z } from 'zod';
import { publicCall } from '../../kernel/call.ts';
import { date, moment, money } from '../../kernel/fields.ts';
import { signatureCard } from './signing.contract.ts';

/** The verdict about one signature, computed at the time of the request. */
export const signatureVerdict = z.object({
  status: z.enum(['valid', 'invalid', 'indeterminate']),
  /** Stable reason code of the signature package, null when valid. */
  reason: z.string().nullable(),
  /** What one should know of a signature though it may be valid; stable codes of the signature package. */
  remarks: z.array(z.string()),
  name: z.string().nullable(),
  iin: z.string().nullable(),
  bin: z.string().nullable(),
  organization: z.string().nullable(),
  rights: z.array(z.string()),
  algorithm: z.string(),
  certificate_serial: z.string().nullable(),
  certificate_issuer: z.string().nullable(),
  certificate_valid_from: moment.nullable(),
  certificate_valid_until: moment.nullable(),
  /** Claimed by the signer. */
  signing_time: moment.nullable(),
  revocation: z.enum(['not_checked', 'good', 'revoked', 'unknown']),
  /** Where it is known from that the certificate was not revoked, and what moment that speaks of. */
  revocation_proof: z.object({ source: z.enum(['ocsp', 'crl']), at: moment }).nullable(),
  timestamp: z.enum(['absent', 'not_checked', 'good', 'bad']),
  /** Of a good time stamp: the signature was there by then. */
  stamped_at: moment.nullable(),
});
export type SignatureVerdict = z.output<typeof signatureVerdict>;

export const verificationCalls = {
  'verification.document': publicCall('GET /api/v1/verify/{public_id}', {
    summary: 'Verify a signed document by the id printed on it: who signed which bytes',
    params: z.strictObject({ public_id: z.string().regex(/^[a-z0-9]{16}$/) }),
    answer: z.object({
      public_id: z.string(),
      kind: z.enum(['act', 'document']),
      /** Of a paper that is neither an act nor a contract: what it is. */
      type: z.string().nullable(),
      /** Whose signatures it needs. */
      signers: z.array(z.enum(['business', 'executor'])),
      number: z.string(),
      title: z.string(),
      /** The first and the last day of the months of an income certificate, whose title is in the language of its maker. */
      months: z.object({ from: date, to: date }).nullable(),
      status: z.object({ code: z.string(), name: z.string() }),
      /** False if the document was frozen again since; these bytes no longer count. */
      is_current: z.boolean(),
      /** Made in a sandbox: nobody is bound by it. */
      is_sample: z.boolean(),
      amount: money.nullable(),
      frozen_at: moment,
      size: z.int(),
      sha256: z.string(),
      streebog512: z.string(),
      company: z.object({ name: z.string(), bin: z.string() }),
      contractor_company: z.object({ name: z.string(), bin: z.string() }),
      signatures: z.array(z.object({ card: signatureCard, verdict: signatureVerdict })),
    }),
  }),
  'verification.files': publicCall('POST /api/v1/verify', {
    summary: 'Verify a CMS over a file, or an electronic document card; nothing is stored',
    body: z.strictObject({}),
    files: {
      // Anything can be signed, and a CMS may come as text; nothing of it is kept or served.
      file: { required: false, max_bytes: 20_000_000, kinds: 'any' },
      cms: { required: false, max_bytes: 20_000_000, kinds: 'any' },
    },
    answer: z.object({
      status: z.enum(['valid', 'invalid', 'indeterminate']),
      reason: z.string().nullable(),
      sha256: z.string().nullable(),
      /** The document inside an electronic document card. */
      card: z.object({ name: z.string(), size: z.int(), sha256: z.string() }).nullable(),
      signers: z.array(signatureVerdict),
    }),
  }),
};
