import type { Cases } from './access.ts';

export const qrSigningCases = {
  'qr.make': {
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { doc_ids: [id], doc_type: 'act' } }),
  },
  'qr.make_for_acts': { names: 'query', thing: 'sent', given: (id) => ({ query: { act_ids: [id] } }) },
  'qr.init': { answers: 401, given: () => ({ query: { mgovSign: 'ab'.repeat(32) } }) },
  'qr.documents': { answers: 401, given: () => ({ query: { doc_ids: [1], user_id: 1 } }) },
  'qr.take': {
    answers: 401,
    given: () => ({ query: { doc_ids: [1], user_id: 1 }, body: { documentsToSign: [] } }),
  },
  'qr.check': {
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { doc_ids: [id], doc_type: 'act' } }),
  },
} satisfies Cases;
