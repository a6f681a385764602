import type { Cases } from './access.ts';

export const monthPackageCases = {
  'month_package.ticket': { given: () => ({ body: { month: '2026-10' } }) },
  'month_package.download': { answers: 404, given: () => ({ params: { ticket: 'x'.repeat(43) } }) },
} satisfies Cases;
