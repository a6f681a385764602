import type { Meter } from '@opentelemetry/api';
import { actRuns, actWatchers } from './features/acts/acts.jobs.ts';
import { authWatchers } from './features/auth/auth.jobs.ts';
import { sealEvents } from './features/security-log/public.ts';
import { securityWatchers } from './features/security/security.jobs.ts';
import { apiKeyWatchers } from './features/api-keys/tell-of-keys.ts';
import { esfWatchers } from './features/esf/esf.jobs.ts';
import { documentRuns, documentWatchers } from './features/documents/documents.jobs.ts';
import { administrationWatchers } from './features/administration/administration.jobs.ts';
import { noticeWatchers } from './features/notices/notices.jobs.ts';
import { executorRuns } from './features/executors/executors.jobs.ts';
import { invitationRuns, invitationWatchers } from './features/invitations/invitations.jobs.ts';
import { messageWatchers } from './features/messages/messages.jobs.ts';
import { paymentRuns, paymentWatchers } from './features/payments/payments.jobs.ts';
import { chequeWatchers } from './features/cheques/cheques.jobs.ts';
import { taxWatchers } from './features/taxes/taxes.jobs.ts';
import type { QrKinds } from './features/qr-signing/qr-kinds.ts';
import { qrSigningWatchers } from './features/qr-signing/qr-signing.jobs.ts';
import { registrationWatchers } from './features/registration/registration.jobs.ts';
import { bookkeepingWatchers } from './features/bookkeeping/bookkeeping.jobs.ts';
import {
  reconciliationRuns,
  reconciliationWatchers,
} from './features/reconciliations/reconciliations.jobs.ts';
import { statisticsWatchers } from './features/statistics/statistics.jobs.ts';
import { linkRuns, signingWatchers } from './features/signing/signing.jobs.ts';
import { signLinksOf } from './features/signing/make-link.ts';
import { tariffWatchers } from './features/tariff/tariff.jobs.ts';
import { webhookWatchers } from './features/webhooks/webhooks.jobs.ts';
import { sweepCodes } from './features/codes/codes.queries.ts';
import { sweepChanges } from './features/credentials/credentials.queries.ts';
import { sweepLimitedCalls } from './platform/call-limit.ts';
import type { StoreClaim } from './platform/files/store-claim.ts';
import { sampleWatcher } from './invariants/watch-sample.ts';
import { retentionWatcher } from './platform/retention/throw-away.ts';
import { sweepUploads } from './platform/files/sweep-files.ts';
import type { BulkKind } from './platform/jobs/run-kind.ts';
import type { Watcher } from './platform/jobs/watch.ts';
import { keyWatchers } from './platform/master-keys.ts';
import type { Parts } from './parts.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** What people begin and a worker does, row by row. */
export const listRuns = (parts: Parts): BulkKind[] => [
  ...actRuns(parts),
  ...documentRuns(parts),
  ...linkRuns(parts),
  ...reconciliationRuns(parts),
  ...paymentRuns(parts),
  ...executorRuns(parts),
  ...invitationRuns(parts),
];

/** What goes on by the clock, in one process for all. */
export function listWatchers(
  parts: Parts,
  { claim, phone_kinds, meter }: { claim: StoreClaim; phone_kinds: QrKinds; meter: Meter | undefined },
): Watcher[] {
  const { db, log } = parts;
  return [
    ...keyWatchers(db, parts.config, SEALED_COLUMNS, log),
    { name: 'bulk.recover', every_ms: 1_500, run: () => parts.bulk.recover() },
    { name: 'guard.sweep', every_ms: 3_600_000, run: () => parts.guard.sweep() },
    {
      name: 'files.sweep',
      every_ms: 3_600_000,
      run: async () => void (await sweepUploads(db, parts.store, claim, log)),
    },
    { name: 'audit.seal', every_ms: 5_000, run: () => sealEvents(db) },
    { name: 'codes.sweep', every_ms: 3_600_000, run: () => sweepCodes(db) },
    { name: 'changes.sweep', every_ms: 3_600_000, run: () => sweepChanges(db) },
    retentionWatcher(parts, meter),
    sampleWatcher(parts, meter),
    ...administrationWatchers(parts),
    { name: 'limits.sweep', every_ms: 3_600_000, run: () => sweepLimitedCalls(db) },
    ...actWatchers(parts),
    ...messageWatchers(parts),
    ...noticeWatchers(parts, signLinksOf(parts)),
    ...authWatchers(parts),
    ...securityWatchers(parts),
    ...registrationWatchers(parts),
    ...documentWatchers(parts),
    ...reconciliationWatchers(parts),
    ...invitationWatchers(parts),
    ...paymentWatchers(parts),
    ...bookkeepingWatchers(parts),
    ...taxWatchers(parts),
    ...chequeWatchers(parts),
    ...esfWatchers(parts),
    ...signingWatchers(parts),
    ...statisticsWatchers(parts),
    ...webhookWatchers(parts),
    ...tariffWatchers(parts),
    ...apiKeyWatchers(parts),
    ...qrSigningWatchers(parts, phone_kinds),
  ];
}
