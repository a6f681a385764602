/** What waits for work. */
export const HEALTH_QUEUES = [
  'runs',
  'set_aside',
  'messages',
  'unknown_orders',
  'proofs',
  'unsealed_events',
  'untold_changes',
] as const;
export type HealthQueue = (typeof HEALTH_QUEUES)[number];
