import type { EventTypeInput } from '../../../sdk/ts/src/client.ts';

/** What a workflow is usually begun by; without a choice all types come. */
const OFFERED: [EventTypeInput, string][] = [
  ['act.sent', 'Act Sent'],
  ['act.signed', 'Act Signed by Both'],
  ['act.returned', 'Act Returned'],
  ['act.paid', 'Act Paid'],
  ['act.annulled', 'Act Annulled'],
  ['contract.sent', 'Contract Sent'],
  ['contract.signed', 'Contract Signed by Both'],
  ['contract.refused', 'Contract Refused'],
  ['contract.expired', 'Contract Expired'],
  ['executor.joined', 'Executor Joined'],
  ['executor.stopped', 'Executor Stopped'],
  ['payment.settled', 'Payment Settled'],
  ['payment.rejected', 'Payment Rejected'],
  ['esf.registered', 'Electronic Invoice Registered'],
  ['run.finished', 'Run Finished'],
];
export const EVENT_OPTIONS = OFFERED.map(([value, name]) => ({ name, value }));
