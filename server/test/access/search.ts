import type { Cases } from './access.ts';

export const searchCases = {
  'search.find': { given: () => ({ query: { text: 'Курьер' } }) },
} satisfies Cases;
