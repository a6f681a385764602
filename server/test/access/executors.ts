import type { Given } from '../calls.ts';
import { makeExecutor } from '../people.ts';
import type { Asking, Cases } from './access.ts';
import { workerOf } from './things.ts';

const makeSpareExecutor = async ({ app, world }: Asking) => (await makeExecutor(app, world.company)).id;

const ofExecutor = (executor_id: unknown): Given => ({ params: { executor_id } });

const toExecutor = (executor_company_id: unknown): Given => ({ params: { executor_company_id } });

const manyExecutors = {
  answers: 'row ok',
  names: 'body',
  thing: makeSpareExecutor,
  given: (id: unknown): Given => ({ body: { ids: [id] } }),
} as const;

export const executorsCases = {
  'executors.profile': { names: 'path', thing: workerOf, given: ofExecutor },
  'executors.name': {
    names: 'path',
    thing: workerOf,
    given: (id) => ({ ...ofExecutor(id), body: { external_id: `1С-${String(id)}` } }),
  },
  'executors.history': { names: 'path', thing: workerOf, given: ofExecutor },
  'executors.stop': { names: 'path', thing: makeSpareExecutor, given: toExecutor },
  // Works already: the same again.
  'executors.resume': { names: 'path', thing: makeSpareExecutor, given: toExecutor },
  'executors.remove': { names: 'path', thing: makeSpareExecutor, given: ofExecutor },
  'executors.stop_many': { ...manyExecutors },
  'executors.resume_many': {
    ...manyExecutors,
    thing: async ({ app, world }) => (await makeExecutor(app, world.company, { status: 'stopped' })).id,
  },
  'executors.assign': { ...manyExecutors, given: (id) => ({ body: { ids: [id], user_id: null } }) },
  'executors.set_limit': {
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ body: { company_id, executor_limit_count: 100_000 } as never }),
  },
} satisfies Cases;
