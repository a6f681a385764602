import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { id, moment } from '../../kernel/fields.ts';
import { NCA_FAULTS, NCA_SERVICES, type NcaFault } from './nca-faults.ts';

const fault = z.enum(
  [...new Set(Object.values(NCA_FAULTS).flat())] as [NcaFault, ...NcaFault[]],
  'field.choice',
);

const keyOf = { user_id: id, company_id: id, algorithm: z.enum(['gost512', 'rsa'], 'field.choice') };

const ncaKey = z.object({
  ...keyOf,
  name: z.string(),
  company: z.string(),
  serial: z.string(),
  valid_until: moment,
  revoked_at: moment.nullable(),
});
export type NcaKey = z.output<typeof ncaKey>;

export const sandboxNcaCalls = {
  'sandbox.nca': defineCall('GET /api/v1/sandbox/nca', {
    access: { who: 'public' },
    summary: 'Get the sandbox НУЦ: its services with their faults, and the test keys it issued',
    answer: z.object({
      services: z.array(
        z.object({ service: z.enum(NCA_SERVICES), address: z.string(), fault: fault.nullable() }),
      ),
      keys: z.array(ncaKey),
    }),
    sandbox: true,
  }),
  'sandbox.nca_fault': defineCall('PUT /api/v1/sandbox/nca/services', {
    access: { who: 'public' },
    summary: 'Set how a service of the sandbox НУЦ fails; null restores it',
    body: z.strictObject({ service: z.enum(NCA_SERVICES, 'field.choice'), fault: fault.nullable() }),
    answer: z.object({ service: z.enum(NCA_SERVICES), fault: fault.nullable() }),
    sandbox: true,
  }),
  'sandbox.nca_revoke': defineCall('POST /api/v1/sandbox/nca/revoke', {
    access: { who: 'public' },
    summary: 'Revoke the certificate of a test key; idempotent',
    body: z.strictObject({
      ...keyOf,
      reason: z.enum(['key_compromise', 'superseded', 'cessation_of_operation'], 'field.choice'),
    }),
    answer: ncaKey,
    sandbox: true,
  }),
  'sandbox.nca_issue': defineCall('POST /api/v1/sandbox/nca/issue', {
    access: { who: 'public' },
    summary: 'Replace a test key: valid for a year, for an hour, or expired',
    body: z.strictObject({ ...keyOf, validity: z.enum(['year', 'hour', 'ended'], 'field.choice') }),
    answer: ncaKey,
    sandbox: true,
  }),
};
