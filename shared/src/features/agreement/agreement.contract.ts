import { z } from 'zod';
import { defineCall, publicCall } from '../../kernel/call.ts';
import { id, moment, sha256Hex } from '../../kernel/fields.ts';

export const userAgreement = z.object({
  id,
  /** Counts from 1; the highest is in force. */
  version: z.int(),
  name: z.string(),
  size: z.int(),
  sha256: sha256Hex,
  in_force_from: moment,
});
export type UserAgreement = z.output<typeof userAgreement>;

/** The user agreement with the consent to personal data in it. */
export const agreementCalls = {
  'agreement.file': publicCall('GET /api/v1/doc/admin/user-agreement', {
    summary: 'Get the current user agreement as PDF',
    answer: { file: 'application/pdf' },
  }),
  'agreement.upload': defineCall('POST /api/v1/doc/admin/user-agreement', {
    access: { who: 'platform', right: 'companies' },
    summary: 'Upload a new version, in force at once; earlier consents keep their version',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf'] } },
    answer: userAgreement,
  }),
  'agreement.current': publicCall('GET /api/v1/doc/user-agreement', {
    summary: 'Get the current version',
    answer: userAgreement,
  }),
};
