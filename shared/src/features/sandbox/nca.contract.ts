import { z } from 'zod';
import { callsOf } from '../../kernel/call.ts';
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

const sandboxCall = callsOf({ access: { who: 'public' }, sandbox: true });

export const sandboxNcaCalls = {
  'sandbox.nca': sandboxCall('GET /api/v1/sandbox/nca', {
    summary: 'Get the sandbox НУЦ: its services with their faults, and the test keys it issued',
    answer: z.object({
      services: z.array(
        z.object({ service: z.enum(NCA_SERVICES), address: z.string(), fault: fault.nullable() }),
      ),
      keys: z.array(ncaKey),
    }),
  }),
  'sandbox.nca_fault': sandboxCall('PUT /api/v1/sandbox/nca/services', {
    summary: 'Set how a service of the sandbox НУЦ fails; null restores it',
    body: z.strictObject({ service: z.enum(NCA_SERVICES, 'field.choice'), fault: fault.nullable() }),
    answer: z.object({ service: z.enum(NCA_SERVICES), fault: fault.nullable() }),
  }),
  'sandbox.nca_revoke': sandboxCall('POST /api/v1/sandbox/nca/revoke', {
    summary: 'Revoke the certificate of a test key; idempotent',
    body: z.strictObject({
      ...keyOf,
      reason: z.enum(['key_compromise', 'superseded', 'cessation_of_operation'], 'field.choice'),
    }),
    answer: ncaKey,
  }),
  'sandbox.nca_issue': sandboxCall('POST /api/v1/sandbox/nca/issue', {
    summary: 'Replace a test key: valid for a year, for an hour, or expired',
    body: z.strictObject({ ...keyOf, validity: z.enum(['year', 'hour', 'ended'], 'field.choice') }),
    answer: ncaKey,
  }),
};
