import { idOf } from '../../src/platform/db/id-of.ts';
import { makeAccount } from '../accounts.ts';
import type { Asking, Cases } from './access.ts';

/** A legal name that waits for the desk. */
async function waitingName({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  await app.owner.deleteFrom('company_name_requests').where('company_id', '=', world.company.id).execute();
  return idOf(
    db
      .insertInto('company_name_requests')
      .values({ company_id: world.company.id, name: world.company.name, asked_by: world.director.user_id })
      .returning('id'),
  );
}

async function emptyCompany({ app }: Asking): Promise<number> {
  const bin = String(Math.floor(Math.random() * 1e12)).padStart(12, '0');
  const { id } = await app.parts.db
    .insertInto('companies')
    .values({ role: 'business', type: 'too', name: 'Бос', bin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const companiesCases = {
  'companies.name_requests': { given: () => ({ query: {} }) },
  'companies.decide_name': {
    names: 'path',
    thing: waitingName,
    given: (id) => ({ params: { request_id: id }, body: { outcome: 'approved' } }),
  },
  'companies.update': { given: () => ({ body: { address: 'Алматы, Абай даңғылы, 1' } }) },
  'companies.history': { given: () => ({ query: {} }) },
  'companies.set_main_bank': {
    answers: { executor: 'missing' },
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: (requisite_id) => ({ body: { requisite_id } }),
  },
  'companies.get': {
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'companies.by_bin': { given: (_, { world }) => ({ params: { bin: world.company.bin } }) },
  'companies.create': {
    answers: 409,
    given: (_, { world }) => ({
      body: { role: 'business', type: 'too', name: 'Жаңа', bin: world.company.bin },
    }),
  },
  'companies.delete': {
    names: 'body',
    thing: emptyCompany,
    given: (company_id) => ({ body: { company_id } }),
  },
  'companies.director_candidates': {
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'companies.link_director': {
    answers: 409,
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id, { world }) => ({ body: { company_id, user_id: world.employee.user_id } }),
  },
  'companies.unlink_director': {
    answers: 409,
    names: 'body',
    thing: emptyCompany,
    given: (company_id) => ({ body: { company_id } }),
  },
  'companies.set_partner': {
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({
      body: { company_id, has_partner: true, partner_name: 'Серіктес', partner_commission: '1.5' },
    }),
  },
} satisfies Cases;
