import { act, contract, nothing } from './things.ts';
import type { Cases } from './access.ts';

/** Before anybody has signed there is nothing to prove. */
const unsigned = { answers: 409, names: 'path' } as const;

export const signingCases = {
  'signing.prepare': {
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { doc_type: 'act', ids: [id] } }),
  },
  'signing.cms': {
    names: 'path',
    thing: async ({ app, world }) => {
      const document = await app.ok('documents.get', world.director, {
        params: { doc_id: world.contract_id },
      });
      return document.signatures[0]!.id;
    },
    given: (signature_id) => ({ params: { signature_id } }),
  },
  'proofs.act_ddc': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_cms': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_sign_info': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_print': { ...unsigned, thing: 'sent', given: act },
  'proofs.document_ddc': { ...unsigned, thing: 'sent_contract', given: contract },
  'proofs.document_cms': { names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'proofs.document_sign_info': { names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'certificates.put': {
    given: (_, { by }) => ({
      body: { certificate: Buffer.from(by.key.certificate.der).toString('base64') },
    }),
  },
  'quick_sign.create': { names: 'body', thing: 'sent', given: (id) => ({ body: { doc_type: 'act', id } }) },
  'quick_sign.list': { names: 'query', thing: 'sent', given: (id) => ({ query: { doc_type: 'act', id } }) },
  // Nobody here has confirmed a phone or an e-mail; send-links.test.ts has people who did.
  'quick_sign.send_acts': {
    answers: 'row quick_sign.no_sms',
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { act_ids: [id], channel: 'sms' } }),
  },
  'quick_sign.send_documents': {
    answers: 'row quick_sign.no_email',
    names: 'body',
    thing: 'sent_contract',
    given: (id) => ({ body: { document_ids: [id], channel: 'email' } }),
  },
  'quick_sign.get': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.file': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.changes': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.return': {
    answers: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, body: { reason: 'x' } }),
  },
  'quick_sign.ask': {
    answers: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, body: { question: 'x' } }),
  },
  'quick_sign.after': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.next': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.code': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.open': {
    answers: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, body: { code: '123456' } }),
  },
  'quick_sign.qr': { answers: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.qr_check': {
    answers: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, query: { session_id: 1 } }),
  },
  'quick_sign.sign': {
    answers: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, body: { cms: nothing } }),
  },
  'verification.document': { answers: 404, given: () => ({ params: { public_id: 'a'.repeat(16) } }) },
  'verification.files': { given: () => ({ files: { cms: { name: 'a.cms', bytes: Buffer.from('none') } } }) },
} satisfies Cases;
