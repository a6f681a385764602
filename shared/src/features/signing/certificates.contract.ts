import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { base64, moment } from '../../kernel/fields.ts';

/** The certificate a person signs with, and how long it still lives. */
export const ownCertificate = z.object({
  serial: z.string(),
  name: z.string(),
  iin: z.string(),
  bin: z.string().nullable(),
  algorithm: z.string(),
  valid_from: moment,
  valid_until: moment,
  days_left: z.int(),
  /** `soon` from thirty days before the end, `urgent` from seven, `ended` after it. */
  warning: z.enum(['none', 'soon', 'urgent', 'ended']),
});
export type OwnCertificate = z.output<typeof ownCertificate>;

export const certificatesCalls = {
  'certificates.put': userCall('PUT /api/v1/doc/certs', {
    summary: 'Store the certificate the user signs with; it must be their own, issued by НУЦ РК',
    body: z.strictObject({ certificate: base64.max(20_000, 'field.too_long') }),
    answer: ownCertificate,
  }),
  'certificates.validate': userCall('GET /api/v1/doc/certs/validate', {
    summary: 'Get the stored certificate and its expiry; null if there is none',
    answer: z.object({ certificate: ownCertificate.nullable() }),
  }),
};
