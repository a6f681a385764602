import { makeAccount, newAccount } from '../accounts.ts';
import type { Cases } from './access.ts';

export const bankingCases = {
  'banking.add_requisite': { given: async (_, { app }) => ({ body: await newAccount(app) }) },
  'banking.update_requisite': {
    answers: { executor: 'missing' },
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: async (id, { app }) => ({ body: { id, kbe: '17', ...(await newAccount(app)) } }),
  },
  'banking.delete_requisite': {
    answers: { executor: 'missing' },
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: (id) => ({ body: { id } }),
  },
} satisfies Cases;
