import type { Scope } from '../../kernel/scopes.ts';

const BOOKS: readonly Scope[] = [
  'acts:read',
  'contracts:read',
  'executors:read',
  'payments:read',
  'payments:statements',
  'books:read',
  'company:read',
  'jobs:read',
  'events:read',
];
const PREPARES: readonly Scope[] = [...BOOKS, 'acts:write', 'contracts:write'];

/** What most programs need: the books read, 1C exchanges both ways, an ERP prepares papers, and a few send them by themselves. */
export const READY_SETS = {
  books: BOOKS,
  one_c: [...PREPARES, 'acts:send', 'executors:invite'],
  prepares: PREPARES,
  sends: [...PREPARES, 'acts:send', 'contracts:send'],
} as const satisfies Record<string, readonly Scope[]>;
export type ReadySet = keyof typeof READY_SETS;
