import type { ActDeedRun } from '../acts/act-status.ts';

/** Kinds of runs beside those of the deeds of acts, which their table names. */
export const OTHER_RUNS = [
  'acts.create',
  'acts.import',
  'acts.copy',
  'acts.restore',
  'documents.sign',
  'documents.create',
  'documents.renew',
  'documents.send',
  'documents.delete',
  'documents.restore',
  'documents.send_link',
  'documents.take_over',
  'executors.stop',
  'executors.resume',
  'executors.assign',
  'reconciliations.send',
  'invitations.send',
  'invitations.remind',
  'invitations.repeat',
  'invitations.cancel',
] as const;
export type OtherRun = (typeof OTHER_RUNS)[number];
export type RunKind = ActDeedRun | OtherRun;

/**
 * Works that go on in themselves: what a row makes does not exist before it, and all that it needs was written down with
 * it. The others are a deed over things that are there, and are gone on with by the same deed over those that are left.
 */
export const GOES_ON_IN_ITSELF: readonly RunKind[] = [
  'acts.create',
  'acts.import',
  'acts.copy',
  'documents.take_over',
];
