import type { Cases } from './access.ts';
import { acts, reason } from './things.ts';

export const sandboxCases = {
  'sandbox.bank_vouch': { answers: 404, given: () => ({ body: { email: 'nobody@kelisim.example' } }) },
  'sandbox.issue_keys': {
    given: () => ({
      body: { bin: '180340012346', company_name: 'ТОО «Сынақ»', full_name: 'Сынақов Әлібек Сынақұлы' },
    }),
  },
  'sandbox.sample': { given: () => ({ query: { kind: 'too' } }) },
  'sandbox.code': { given: () => ({ query: { to: 'nobody@kelisim.example' } }) },
  'sandbox.nca_fault': { given: () => ({ body: { service: 'ocsp', fault: null } }) },
  'sandbox.nca_revoke': {
    answers: 404,
    given: () => ({ body: { user_id: 999_999, company_id: 1, algorithm: 'rsa', reason: 'superseded' } }),
  },
  'sandbox.nca_issue': {
    answers: 404,
    given: () => ({ body: { user_id: 999_999, company_id: 1, algorithm: 'rsa', validity: 'year' } }),
  },
  'sandbox.begin': { given: () => ({ body: { executors: 1 } }) },
  'sandbox.reset': {
    // A person has no key that could move on.
    answers: { director: 404, key: 200 },
    given: () => ({ body: { executors: 1 } }),
  },
  'sandbox.sign': {
    answers: 'row ok',
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { act_ids: [id], by: ['executor'] } }),
  },
  'sandbox.refuse': {
    answers: 'row ok',
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { act_ids: [id], ...reason } }),
  },
  // Executors of the table have no login of ИС ЭСФ and no address.
  'sandbox.invoice': { answers: 'row esf.incomplete', names: 'body', thing: 'signed', given: acts },
  'sandbox.pay': { answers: 'row ok', names: 'body', thing: 'signed', given: acts },
} satisfies Cases;
