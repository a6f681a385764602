import { OUTBOUND_FAULTS } from '../../kernel/outbound-faults.ts';

/** Endpoints of a company that were not removed. */
export const MOST_ENDPOINTS = 10;
/** For so long a secret that was replaced signs too. */
export const OVERLAP_HOURS = 24;
/** So much of an answer is kept and shown. */
export const ANSWER_LETTERS = 1_000;
/** So many attempts before the last are kept with a delivery, and so much of the answer to each. */
export const EARLIER_KEPT = 20;
export const EARLIER_LETTERS = 200;

export const ENDPOINT_STATES = ['on', 'off'] as const;
/** `failing`: nothing came through for three days; `gone`: it answered 410. */
export const OFF_REASONS = ['person', 'failing', 'gone'] as const;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why there is no answer, or none that counts. */
export const DELIVERY_FAULTS = [...OUTBOUND_FAULTS, 'status', 'interrupted'] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];
