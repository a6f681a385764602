import type { Cases } from './access.ts';

export const keyStoreCases = {
  'key_store.load': {
    answers: 415,
    given: () => ({ files: { file: { name: 'a.p12', bytes: Buffer.from('none') } } }),
  },
  'key_store.get': {
    answers: 404,
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'key_store.delete': {
    answers: { employee: 404, executor: 404 },
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
} satisfies Cases;
