import type { Cases } from './access.ts';

export const binCases = {
  'bin.list': { given: () => ({ query: { kind: 'act' } }) },
} satisfies Cases;
