import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
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
  'agreement.file': defineCall({
    method: 'GET',
    path: '/api/v1/doc/admin/user-agreement',
    access: { who: 'public' },
    summary: 'The user agreement in force, as PDF',
    answer: { file: 'application/pdf' },
  }),
  'agreement.upload': defineCall({
    method: 'POST',
    path: '/api/v1/doc/admin/user-agreement',
    access: { who: 'platform', right: 'companies' },
    summary: 'A new version, in force at once; those who accepted an earlier one keep it in their record',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 20_000_000, kinds: ['pdf'] } },
    answer: userAgreement,
  }),
  'agreement.current': defineCall({
    method: 'GET',
    path: '/api/v1/doc/user-agreement',
    access: { who: 'public' },
    summary: 'Which version is in force',
    answer: userAgreement,
  }),
};
