import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { base64, binOrIin, email, iban, phone, text } from '../../kernel/fields.ts';

export const sandboxCalls = {
  'sandbox.sign_ins': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/sign-ins',
    access: { who: 'public' },
    summary: 'People of the demo data to sign in as',
    answer: z.array(
      z.object({
        email: z.string(),
        password: z.string(),
        name: z.string(),
        company: z.string(),
        role: z.string(),
      }),
    ),
    sandbox: true,
  }),
  'sandbox.bank_vouch': defineCall({
    method: 'POST',
    path: '/api/v1/sandbox/bank/vouch',
    access: { who: 'public' },
    summary: 'What the sandbox bank says of a person with test keys who signs in by it',
    body: z.strictObject({ email }),
    answer: z.object({ assertion: z.string() }),
    sandbox: true,
  }),
  'sandbox.keys': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/keys',
    access: { who: 'user' },
    summary: 'Test keys (PKCS#12) of the caller, issued by the sandbox НУЦ: at once for whoever has none',
    answer: z.array(
      z.object({
        name: z.string(),
        algorithm: z.enum(['gost512', 'rsa']),
        file_name: z.string(),
        password: z.string(),
        pkcs12: base64,
      }),
    ),
    sandbox: true,
  }),
  'sandbox.phone_keys': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/phone/keys',
    access: { who: 'public' },
    summary: 'Everybody with the test keys that the sandbox phone signs with, those who are registering too',
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
    sandbox: true,
  }),
  'sandbox.issue_keys': defineCall({
    method: 'POST',
    path: '/api/v1/sandbox/keys/issue',
    access: { who: 'public' },
    summary:
      'Test keys for somebody who registers: of the person, or of the head and of an employee of the company',
    body: z.strictObject({ bin: binOrIin, company_name: text(300, 1), full_name: text(200, 1) }),
    answer: z.array(
      z.object({
        role: z.enum(['person', 'head', 'employee']),
        file_name: z.string(),
        password: z.string(),
        pkcs12: base64,
      }),
    ),
    sandbox: true,
  }),
  'sandbox.sample': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/sample',
    access: { who: 'public' },
    summary: 'Made-up data to register with, which nobody has used; the sandbox register knows the number',
    query: z.strictObject({ kind: z.enum(['too', 'ip', 'individual'], 'field.choice') }),
    answer: z.object({ bin: binOrIin, full_name: z.string(), phone, email, iban }),
    sandbox: true,
  }),
  'sandbox.code': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/code',
    access: { who: 'public' },
    summary: 'The newest living code sent to a phone, to an e-mail, or in the registration of a key',
    query: z.strictObject({ to: text(200, 1) }),
    answer: z.object({ code: z.string().nullable() }),
    sandbox: true,
  }),
  'sandbox.ncalayer': defineCall({
    method: 'GET',
    path: '/api/v1/sandbox/ncalayer',
    access: { who: 'user' },
    summary: 'Address of a double of NCALayer that signs with the test keys of the caller',
    answer: z.object({ address: z.string() }),
    sandbox: true,
  }),
};
