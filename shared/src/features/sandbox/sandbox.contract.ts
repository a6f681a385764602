import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { base64, binOrIin, email, iban, phone, text } from '../../kernel/fields.ts';

const sandboxCall = callsOf({ access: { who: 'public' }, sandbox: true });

export const sandboxCalls = {
  'sandbox.sign_ins': sandboxCall('GET /api/v1/sandbox/sign-ins', {
    summary: 'List demo accounts',
    answer: z.array(
      z.object({
        email: z.string(),
        password: z.string(),
        name: z.string(),
        company: z.string(),
        role: z.string(),
      }),
    ),
  }),
  'sandbox.bank_vouch': sandboxCall('POST /api/v1/sandbox/bank/vouch', {
    summary: 'Get the sandbox bank’s assertion about a person with test keys',
    body: z.strictObject({ email }),
    answer: z.object({ assertion: z.string() }),
  }),
  'sandbox.keys': userCall('GET /api/v1/sandbox/keys', {
    summary: 'Get the user’s test keys (PKCS#12) from the sandbox НУЦ; issues them if needed',
    answer: z.array(
      z.object({
        name: z.string(),
        algorithm: z.enum(['gost512', 'rsa']),
        file_name: z.string(),
        password: z.string(),
        pkcs12: base64,
      }),
    ),
    sandbox: 'own',
  }),
  'sandbox.phone_keys': sandboxCall('GET /api/v1/sandbox/phone/keys', {
    summary: 'List people whose test keys the sandbox phone holds: of the demo data, and the newest',
    answer: z.array(
      z.object({
        name: z.string(),
        company: z.string(),
        keys: z.array(
          z.object({
            algorithm: z.enum(['gost512', 'rsa']),
            file_name: z.string(),
            password: z.string(),
            pkcs12: base64,
          }),
        ),
      }),
    ),
  }),
  'sandbox.issue_keys': sandboxCall('POST /api/v1/sandbox/keys/issue', {
    summary: 'Issue test keys for a registration: of the person, or of the head and an employee',
    body: z.strictObject({ bin: binOrIin, company_name: text(300, 1), full_name: text(200, 1) }),
    answer: z.array(
      z.object({
        role: z.enum(['person', 'head', 'employee']),
        file_name: z.string(),
        password: z.string(),
        pkcs12: base64,
      }),
    ),
  }),
  'sandbox.sample': sandboxCall('GET /api/v1/sandbox/sample', {
    summary: 'Get unused sample data for a registration, known to the sandbox register',
    query: z.strictObject({ kind: z.enum(['too', 'ip', 'individual'], 'field.choice') }),
    answer: z.object({ bin: binOrIin, full_name: z.string(), phone, email, iban }),
  }),
  'sandbox.code': sandboxCall('GET /api/v1/sandbox/code', {
    summary: 'Get the newest live code sent to a phone, an e-mail or a registration',
    query: z.strictObject({ to: text(200, 1) }),
    answer: z.object({ code: z.string().nullable() }),
  }),
  'sandbox.ncalayer': userCall('GET /api/v1/sandbox/ncalayer', {
    summary: 'Get the address of an NCALayer double that signs with the user’s test keys',
    answer: z.object({ address: z.string() }),
    sandbox: true,
  }),
};
