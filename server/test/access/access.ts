import type { CallName } from '@kelisim/shared/calls.ts';
import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import type { Given } from '../calls.ts';
import type { TestApp } from '../make-app.ts';
import type { Person } from '../people.ts';
import type { Stock, World } from '../two-worlds.ts';

/**
 * What a call must answer to whom. A number is the status; `row ok` and `row <code>` are the first row of a bulk
 * answer; `missing` is exactly what a missing id is answered.
 */
export type Expected = number | `row ${string}` | 'missing';

export interface Asking {
  app: TestApp;
  /** Whose thing is asked for. */
  world: World;
  by: Person;
}

/**
 * The employee is of the same company and without rights; the administrator has none, and the right of the call. The key
 * is of the director, with the scope of the call.
 */
export type Asker = 'director' | 'employee' | 'executor' | 'admin' | 'key';

/**
 * What `access` of the contract does not say of a call: how it is made, and where those whom it admits are answered
 * by something other than 200. All others are refused, so a call that needs no input needs no case.
 */
export interface Case {
  /** One for everybody who is admitted, or by asker. Of a public call, what an unknown token or public id is answered. */
  answers?: Expected | Partial<Record<Asker, Expected>>;
  /** Where the call names a thing; strangers are then answered as if it were missing. */
  names?: 'path' | 'body' | 'query';
  /** To an administrator with this right of the platform the things of every company are there. */
  desk?: PlatformRight;
  /** What is in the right state for the call, out of the stock of a world, or made by a function. */
  thing?: Stock | ((asking: Asking) => number | Promise<number>);
  given?: (id: unknown, asking: Asking) => Given | Promise<Given>;
}

export type Cases = { [Name in CallName]?: Case };

/** No thing has this number. */
export const MISSING = 999_999_999;
