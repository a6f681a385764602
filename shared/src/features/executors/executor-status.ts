import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const EXECUTOR_STATUSES = ['invited', 'active', 'stopped', 'removed'] as const;
export type ExecutorStatus = (typeof EXECUTOR_STATUSES)[number];

/** What a company and an executor owe each other: a payment, or a signature. */
export const PENDING_KINDS = ['payment', 'sign'] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

/**
 * `register`: came by a link and has yet to sign the first contract; `sign`: has signed it; `join`: accepted in the
 * cabinet. `assign` sets another responsible employee.
 */
export const EXECUTOR_ACTIONS = ['register', 'sign', 'join', 'stop', 'resume', 'remove', 'assign'] as const;
export type ExecutorAction = (typeof EXECUTOR_ACTIONS)[number];
export type ExecutorSide = 'business' | 'executor';

type ExecutorMove = Move<ExecutorStatus, ExecutorAction, ExecutorSide>;

const moves = (
  from: readonly ExecutorStatus[],
  action: ExecutorAction,
  by: ExecutorSide,
  to: ExecutorStatus | 'same',
): ExecutorMove[] => from.map((state) => ({ from: state, action, by, to: to === 'same' ? state : to }));

/** The life of an executor in a company (decisions 6). Who was removed comes back by another invitation only. */
export const executorTable = stateTable<ExecutorStatus, ExecutorAction, ExecutorSide>(EXECUTOR_STATUSES, [
  ...moves(['invited', 'removed'], 'register', 'executor', 'invited'),
  ...moves(['active', 'stopped'], 'register', 'executor', 'same'),
  ...moves(['invited'], 'sign', 'executor', 'active'),
  ...moves(['invited', 'removed'], 'join', 'executor', 'active'),
  ...moves(['active', 'stopped'], 'join', 'executor', 'same'),
  ...moves(['active'], 'stop', 'business', 'stopped'),
  ...moves(['stopped'], 'resume', 'business', 'active'),
  ...moves(['invited', 'active', 'stopped'], 'remove', 'business', 'removed'),
  ...moves(['invited', 'active', 'stopped'], 'assign', 'business', 'same'),
]);

/** Where somebody begins who was not there before. */
export const EXECUTOR_BEGINNINGS = { register: 'invited', join: 'active' } as const;

/** Those who count against the limit of executors; living invitations do beside them. */
export const TAKES_A_PLACE: readonly ExecutorStatus[] = ['invited', 'active'];
