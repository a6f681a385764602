import { MISSING, type Cases } from './access.ts';

export const listsCases = {
  'lists.views': { given: () => ({ params: { list: 'acts' } }) },
  'lists.save_view': { given: () => ({ params: { list: 'acts' }, body: { name: 'Мои', query: {} } }) },
  // What others keep is held in views.test.ts.
  'lists.change_view': {
    answers: 'missing',
    names: 'path',
    given: () => ({ params: { list: 'acts', view_id: MISSING }, body: { name: 'Мои', query: {} } }),
  },
  'lists.delete_view': { given: () => ({ params: { list: 'acts', view_id: MISSING } }) },
  'lists.set_look': {
    given: () => ({ params: { list: 'acts' }, body: { columns: ['number'], density: 'wide' } }),
  },
} satisfies Cases;
