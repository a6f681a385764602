import { actBulkCalls } from './features/acts/act-bulk.contract.ts';
import { actChangesCalls } from './features/acts/act-changes.contract.ts';
import { actCommentsCalls } from './features/acts/act-comments.contract.ts';
import { actDeedsCalls } from './features/acts/act-deeds.contract.ts';
import { actDocumentsCalls } from './features/acts/act-documents.contract.ts';
import { actImportCalls } from './features/acts/act-import.contract.ts';
import { actSelectionCalls } from './features/acts/act-selection.contract.ts';
import { actSchedulesCalls } from './features/acts/act-schedules.contract.ts';
import { actsAdminCalls } from './features/acts/acts-admin.contract.ts';
import { actsCalls } from './features/acts/acts.contract.ts';
import { agreementCalls } from './features/agreement/agreement.contract.ts';
import { apiKeysCalls } from './features/api-keys/api-keys.contract.ts';
import { authCalls } from './features/auth/auth.contract.ts';
import { credentialsCalls } from './features/auth/credentials.contract.ts';
import { secondFactorsCalls } from './features/auth/second-factors.contract.ts';
import { securityCalls } from './features/auth/security.contract.ts';
import { signInCalls } from './features/auth/sign-in.contract.ts';
import { bankingCalls } from './features/banking/banking.contract.ts';
import { binCalls } from './features/bin/bin.contract.ts';
import { consultationCalls } from './features/consultation/consultation.contract.ts';
import { documentMakingCalls } from './features/documents/document-making.contract.ts';
import { documentsCalls } from './features/documents/documents.contract.ts';
import { handSignaturesCalls } from './features/documents/hand-signatures.contract.ts';
import { administrationCalls } from './features/administration/administration.contract.ts';
import { bookkeepingCalls } from './features/bookkeeping/bookkeeping.contract.ts';
import { differencesCalls } from './features/bookkeeping/differences.contract.ts';
import { incomeCalls } from './features/bookkeeping/income.contract.ts';
import { reconciliationsCalls } from './features/reconciliations/reconciliations.contract.ts';
import { companiesCalls } from './features/companies/companies.contract.ts';
import { termsCalls } from './features/companies/terms.contract.ts';
import { monthPackageCalls } from './features/month-package/month-package.contract.ts';
import { noticesCalls } from './features/notices/notices.contract.ts';
import { outboxCalls } from './features/messages/outbox.contract.ts';
import { usersCalls } from './features/users/users.contract.ts';
import { employeesCalls } from './features/employees/employees.contract.ts';
import { eventsCalls } from './features/events/events.contract.ts';
import { esfCalls } from './features/esf/esf.contract.ts';
import { inboundCalls } from './features/esf/inbound.contract.ts';
import { executorsCalls } from './features/executors/executors.contract.ts';
import { homeCalls } from './features/home/home.contract.ts';
import { integrationsCalls } from './features/integrations/integrations.contract.ts';
import { invitationsCalls } from './features/invitations/invitations.contract.ts';
import { jobsCalls } from './features/jobs/jobs.contract.ts';
import { keyStoreCalls } from './features/key-store/key-store.contract.ts';
import { listViewsCalls } from './features/lists/list-views.contract.ts';
import { listsCalls } from './features/lists/lists.contract.ts';
import { liveCalls } from './features/live/live.contract.ts';
import { openingsCalls } from './features/payments/openings.contract.ts';
import { paymentFilesCalls } from './features/payments/payment-files.contract.ts';
import { paymentSettingsCalls } from './features/payments/payment-settings.contract.ts';
import { paymentsCalls } from './features/payments/payments.contract.ts';
import { statementsCalls } from './features/payments/statements.contract.ts';
import { statementTablesCalls } from './features/payments/statement-tables.contract.ts';
import { refundsCalls } from './features/payments/refunds.contract.ts';
import { certificatesCalls } from './features/signing/certificates.contract.ts';
import { statisticsCalls } from './features/statistics/statistics.contract.ts';
import { quickSignCalls } from './features/quick-sign/quick-sign.contract.ts';
import { qrSigningCalls } from './features/qr-signing/qr-signing.contract.ts';
import { sandboxNcaCalls } from './features/sandbox/nca.contract.ts';
import { registrationCalls } from './features/registration/registration.contract.ts';
import { sandboxCalls } from './features/sandbox/sandbox.contract.ts';
import { standCalls } from './features/sandbox/stand.contract.ts';
import { supportCalls } from './features/support/support.contract.ts';
import { actChequesCalls } from './features/taxes/act-cheques.contract.ts';
import { activitiesCalls } from './features/taxes/activities.contract.ts';
import { obligationsCalls } from './features/obligations/obligations.contract.ts';
import { earlierCalls } from './features/taxes/earlier.contract.ts';
import { standingsCalls } from './features/taxes/standings.contract.ts';
import { taxesCalls } from './features/taxes/taxes.contract.ts';
import { tariffCalls } from './features/tariff/tariff.contract.ts';
import { searchCalls } from './features/search/search.contract.ts';
import { signingCalls } from './features/signing/signing.contract.ts';
import { proofsCalls } from './features/signing/proofs.contract.ts';
import { templatesCalls } from './features/templates/templates.contract.ts';
import { webhooksCalls } from './features/webhooks/webhooks.contract.ts';
import { verificationCalls } from './features/signing/verification.contract.ts';

/** Every call in one table; the router, the client, OpenAPI and the every-call test walk it. */
export const calls = {
  ...authCalls,
  ...standCalls,
  ...signInCalls,
  ...secondFactorsCalls,
  ...credentialsCalls,
  ...securityCalls,
  ...homeCalls,
  ...noticesCalls,
  ...listViewsCalls,
  ...listsCalls,
  ...liveCalls,
  ...searchCalls,
  ...statisticsCalls,
  ...bookkeepingCalls,
  ...differencesCalls,
  ...incomeCalls,
  ...reconciliationsCalls,
  ...monthPackageCalls,
  ...actsCalls,
  ...actBulkCalls,
  ...actDeedsCalls,
  ...actImportCalls,
  ...actSelectionCalls,
  ...actChangesCalls,
  ...actCommentsCalls,
  ...actDocumentsCalls,
  ...actSchedulesCalls,
  ...actsAdminCalls,
  ...paymentsCalls,
  ...paymentFilesCalls,
  ...statementsCalls,
  ...paymentSettingsCalls,
  ...refundsCalls,
  ...statementTablesCalls,
  ...openingsCalls,
  ...esfCalls,
  ...inboundCalls,
  ...documentsCalls,
  ...handSignaturesCalls,
  ...documentMakingCalls,
  ...templatesCalls,
  ...binCalls,
  ...employeesCalls,
  ...usersCalls,
  ...companiesCalls,
  ...termsCalls,
  ...outboxCalls,
  ...administrationCalls,
  ...apiKeysCalls,
  ...executorsCalls,
  ...signingCalls,
  ...certificatesCalls,
  ...quickSignCalls,
  ...proofsCalls,
  ...verificationCalls,
  ...qrSigningCalls,
  ...keyStoreCalls,
  ...registrationCalls,
  ...invitationsCalls,
  ...agreementCalls,
  ...bankingCalls,
  ...integrationsCalls,
  ...consultationCalls,
  ...supportCalls,
  ...tariffCalls,
  ...obligationsCalls,
  ...taxesCalls,
  ...activitiesCalls,
  ...actChequesCalls,
  ...standingsCalls,
  ...earlierCalls,
  ...jobsCalls,
  ...eventsCalls,
  ...webhooksCalls,
  ...sandboxCalls,
  ...sandboxNcaCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
