import { colleague, sessionOfDirector } from './things.ts';
import type { Cases } from './access.ts';

let last_phone = 0;

/** Each of another range, so that the limits of sending stay out of the way. */
const nextPhone = () => `+7701${String(++last_phone * 10_007).padStart(7, '0')}`;

export const usersCases = {
  'users.get': {
    answers: { executor: 'missing', admin: 'missing' },
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.phone': {
    answers: { executor: 'missing' },
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'users.login_success': {
    answers: { employee: 'missing', executor: 'missing', admin: 'missing' },
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.phone_code': { given: () => ({ body: { phone: nextPhone() } }) },
  'users.confirm_phone': { answers: 400, given: () => ({ body: { phone: '+77012223344', code: '000000' } }) },
  'users.block': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'users.set_platform_rights': {
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { rights: ['support'] } }),
  },
  'users.unblock': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'users.delete': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'users.sessions': {
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.end_session': {
    thing: sessionOfDirector,
    given: (session_id, { world }) => ({ params: { user_id: world.director.user_id, session_id } }),
  },
} satisfies Cases;
