import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { TestApp } from '../make-app.ts';
import { PASSWORD } from '../people.ts';
import { newNumber, newPhone } from '../registrations.ts';
import { makeWaitingRegistration } from '../waiting-things.ts';
import { reason, nothing } from './things.ts';
import type { Cases, Case } from './access.ts';

/** A key of a registration that has come to its end: whatever would lead on is out of turn. */
const keyOf = async (app: TestApp) => ({ hash_key: (await makeWaitingRegistration(app)).hash_key });

const late = (body: object): Case => ({
  answers: 409,
  given: async (_, { app }) => ({ body: { ...body, ...(await keyOf(app)) } }),
});

export const registrationCases = {
  'registration.phone': {
    answers: 409,
    given: async (_, { app }) => ({
      body: { phone: newPhone(), kind: 'business', ...(await keyOf(app)) },
    }),
  },
  'registration.check_code': {
    answers: 409,
    given: async (_, { app }) => ({ body: { code: '000000', ...(await keyOf(app)) } }),
  },
  'registration.send_code': late({}),
  'registration.email': late({ email: 'a@reg.example', password: PASSWORD }),
  'registration.email_stage': late({}),
  'registration.company': late({
    bin: newNumber('bin'),
    type: 'too',
    name: 'ТОО',
    address: 'Алматы',
    ceo: 'Басшы',
  }),
  'registration.bank': late({ bank_id: 1, iban: makeIban('125', '0000000000001') }),
  'registration.back': late({}),
  'registration.ecp_challenge': late({}),
  'registration.ecp': late({ cms: nothing }),
  'registration.ecp_qr': { answers: 409, given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.ecp_qr_check': { given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.esf': late({ postponed: true }),
  'registration.confirm_agreement': late({}),
  'registration.contract_file': { answers: 409, given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.contract_to_sign': {
    answers: 409,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.contract_qr': { answers: 409, given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.contract_qr_check': { given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.sign_contract': {
    answers: 409,
    given: async (_, { app }) => ({ query: await keyOf(app), body: { cms: nothing } }),
  },
  'registration.confirm': { given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.finish': late({}),
  'registration.need_sign_contract': { given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.company_info': { given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.stage': { given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.user_stage': { given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.check_login': { given: () => ({ query: { phone: '+77011234567', email: 'a@reg.example' } }) },
  'registration.address_suggest': {
    given: async (_, { app }) => ({ query: { address: 'Алматы', ...(await keyOf(app)) } }),
  },
  'registration.approve': {
    names: 'path',
    thing: async ({ app }) => (await makeWaitingRegistration(app)).id,
    given: (registration_id) => ({ params: { registration_id } }),
  },
  'registration.refuse': {
    names: 'path',
    thing: async ({ app }) => (await makeWaitingRegistration(app)).id,
    given: (registration_id) => ({ params: { registration_id }, body: { ...reason, step: 'bank' } }),
  },
} satisfies Cases;
