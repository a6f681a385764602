import type { Cases } from './access.ts';

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
} satisfies Cases;
