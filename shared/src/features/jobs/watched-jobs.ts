/** Jobs of watchers that are done one by one: one that fails again and again is set aside and lets the others pass. */
export const WATCHED_JOBS = [
  'accounts.erase',
  'api_keys.ends',
  'documents.end_agreed',
  'documents.ends',
  'documents.expire',
  'documents.hands',
  'invitations.expire',
  'notices.gather',
  'payments.limits',
  'reconciliations.remind',
  'tariff.settle',
  'tariff.tell',
  'webhooks.deliver',
] as const;
export type WatchedJob = (typeof WATCHED_JOBS)[number];

/** How runs are called among the jobs that are set aside. */
export const RUN_JOB = 'bulk.run';
