import type { EmployeeRight } from './rights.ts';

/**
 * What an API key may be given, with the rights that calls of the scope ask of a person. A key has those of them that its
 * maker has at this moment. No scope opens signing, paying, credentials, people or keys (docs/decisions/0130).
 */
export const SCOPE_RIGHTS = {
  'acts:read': ['manage_acts'],
  'acts:write': ['manage_acts'],
  'acts:send': ['manage_acts'],
  'contracts:read': ['manage_executors'],
  'contracts:write': ['manage_contracts', 'manage_executors'],
  'contracts:send': ['manage_contracts'],
  'executors:read': ['manage_executors'],
  'executors:invite': ['manage_executors'],
  'payments:read': ['pay'],
  'payments:statements': ['pay'],
  'books:read': ['pay', 'manage_settings', 'view_statistics'],
  'company:read': [],
  'jobs:read': [],
  'events:read': ['manage_settings'],
  'webhooks:manage': [],
} as const satisfies Record<string, readonly EmployeeRight[]>;
export type Scope = keyof typeof SCOPE_RIGHTS;
export const SCOPES = Object.keys(SCOPE_RIGHTS) as [Scope, ...Scope[]];
