import type { Cases } from './access.ts';

export const listsCases = {
  'lists.set_look': {
    given: () => ({ params: { list: 'acts' }, body: { columns: ['number'], density: 'wide' } }),
  },
} satisfies Cases;
