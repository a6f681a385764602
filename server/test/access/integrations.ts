import type { Cases } from './access.ts';

export const integrationsCases = {
  'integrations.save': {
    given: () => ({ params: { kind: 'JUSAN' }, body: { settings: { client_id: 'a' }, client_secret: 'b' } }),
  },
  'integrations.test': { answers: 409, given: () => ({ params: { kind: 'HALYK' } }) },
  'integrations.remove': { given: () => ({ params: { kind: 'FORTE' } }) },
  'integrations.ask_consent': { answers: 409, given: () => ({ params: { kind: 'BCC' } }) },
  'integrations.take_consent': {
    answers: 409,
    given: () => ({ params: { kind: 'BCC' }, body: { code: 'a', state: '1.0' } }),
  },
} satisfies Cases;
