import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../people.ts';
import { colleague } from './things.ts';
import type { Cases } from './access.ts';

export const employeesCases = {
  'employees.update': {
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { rights: ['pay'] } }),
  },
  'employees.set_deputy': {
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { from: '2026-01-01', until: '2199-12-31' } }),
  },
  'employees.end_deputy': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'employees.remove': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'employees.restore': { names: 'path', thing: colleague, given: (user_id) => ({ params: { user_id } }) },
  'employee_invitations.create': {
    given: () => ({ body: { email: `${randomUUID()}@invited.example`, rights: ['sign'] } }),
  },
  'employee_invitations.cancel': {
    names: 'path',
    thing: async ({ app, world }) => {
      const body = { email: `${randomUUID()}@invited.example`, rights: [] };
      return (await app.ok('employee_invitations.create', world.director, { body })).id;
    },
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'employee_invitations.open': { answers: 404, given: () => ({ body: { token: 'ab'.repeat(32) } }) },
  'employee_invitations.join': {
    answers: 404,
    given: () => ({ body: { token: 'ab'.repeat(32), full_name: 'Аты', password: PASSWORD } }),
  },
  'employee_invitations.accept': { answers: 404, given: () => ({ body: { token: 'ab'.repeat(32) } }) },
} satisfies Cases;
