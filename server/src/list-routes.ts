import { sampleCompany } from './adapters/company-register/sandbox/sandbox-companies.ts';
import type { SandboxNca } from './adapters/nca/sandbox/sandbox-nca.ts';
import { actsAdminRoutes } from './features/acts/acts-admin.routes.ts';
import { actsRoutes } from './features/acts/acts.routes.ts';
import { actCommentsRoutes } from './features/acts/comments.routes.ts';
import { actSchedulesRoutes } from './features/acts/schedules.routes.ts';
import { listsRoutes } from './features/lists/lists.routes.ts';
import { listViewsRoutes } from './features/lists/views.routes.ts';
import { agreementRoutes } from './features/agreement/agreement.routes.ts';
import type { SandboxBankLogin } from './adapters/bank-login/sandbox/sandbox-bank-login.ts';
import { signInRoutes } from './features/auth/sign-in.routes.ts';
import { credentialsRoutes } from './features/credentials/credentials.routes.ts';
import { secondFactorsRoutes } from './features/second-factors/second-factors.routes.ts';
import { securityRoutes } from './features/security/security.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { esfRoutes } from './features/esf/esf.routes.ts';
import { inboundRoutes } from './features/esf/inbound.routes.ts';
import { bankingRoutes } from './features/banking/banking.routes.ts';
import { consultationRoutes } from './features/consultation/consultation.routes.ts';
import { documentsRoutes } from './features/documents/documents.routes.ts';
import { administrationRoutes } from './features/administration/administration.routes.ts';
import { companiesRoutes } from './features/companies/companies.routes.ts';
import { noticesRoutes } from './features/notices/notices.routes.ts';
import { outboxRoutes } from './features/messages/outbox.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { employeesRoutes } from './features/employees/employees.routes.ts';
import { executorsRoutes } from './features/executors/executors.routes.ts';
import { binRoutes } from './features/bin/bin.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { integrationsRoutes } from './features/integrations/integrations.routes.ts';
import { invitationsRoutes } from './features/invitations/invitations.routes.ts';
import { jobsAdminRoutes } from './features/jobs/jobs-admin.routes.ts';
import { setAsideRoutes } from './features/jobs/set-aside.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { keyStoreRoutes } from './features/key-store/key-store.routes.ts';
import type { LiveHub } from './features/live/live-hub.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { refundsRoutes } from './features/payments/refunds.routes.ts';
import { filesRoutes } from './features/payments/files.routes.ts';
import { tablesRoutes } from './features/payments/tables.routes.ts';
import { activitiesRoutes } from './features/taxes/activities.routes.ts';
import { chequesRoutes } from './features/cheques/cheques.routes.ts';
import { obligationsRoutes } from './features/obligations/obligations.routes.ts';
import { taxesRoutes } from './features/taxes/taxes.routes.ts';
import { earlierRoutes } from './features/taxes/earlier.routes.ts';
import { standingsRoutes } from './features/taxes/standings.routes.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import type { QrDocumentKind, QrKinds } from './features/qr-signing/qr-kinds.ts';
import { qrSigningRoutes } from './features/qr-signing/qr-signing.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import type { NcaLayerDouble } from './features/sandbox/ncalayer/nca-layer-double.ts';
import { sandboxNcaRoutes } from './features/sandbox/sandbox-nca.routes.ts';
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts';
import { standRoutes } from './features/sandbox/stand/stand.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { openingsRoutes } from './features/payments/openings.routes.ts';
import { countLimits } from './features/bookkeeping/public.ts';
import { bookkeepingRoutes } from './features/bookkeeping/bookkeeping.routes.ts';
import { incomeRoutes } from './features/bookkeeping/income.routes.ts';
import { reconciliationsRoutes } from './features/reconciliations/reconciliations.routes.ts';
import { monthPackageRoutes } from './features/month-package/month-package.routes.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import type { DrawCard } from './features/signatures/public.ts';
import { proveFile } from './features/signing/make-proof.ts';
import { signingRoutes } from './features/signing/signing.routes.ts';
import { mustHaveNoTariff } from './features/tariff/public.ts';
import { tariffRoutes } from './features/tariff/tariff.routes.ts';
import { templatesRoutes } from './features/templates/templates.routes.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import type { Handlers } from './platform/http/bind-calls.ts';
import type { Parts } from './parts.ts';

interface BesideParts {
  live: LiveHub;
  ncalayer: NcaLayerDouble;
  act_kind: QrDocumentKind;
  phone_kinds: QrKinds;
  sandbox_nca: SandboxNca | null;
  sandbox_bank_login: SandboxBankLogin | null;
}

/** Who answers each call: the routes of every feature, and what one feature lends another. */
export function listRoutes(
  parts: Parts,
  { live, ncalayer, act_kind, phone_kinds, sandbox_nca, sandbox_bank_login }: BesideParts,
): Handlers {
  const issueKey: SandboxNca['issueKey'] | null = sandbox_nca && ((key) => sandbox_nca.issueKey(key));
  const drawCard: DrawCard = (file, signatures) => proveFile(parts, 'ddc', file, signatures);
  const handlers: Handlers = {
    ...authRoutes(parts),
    ...signInRoutes(parts),
    ...secondFactorsRoutes(parts),
    ...credentialsRoutes(parts),
    ...securityRoutes(parts),
    ...homeRoutes(parts),
    ...binRoutes(parts),
    ...liveRoutes(live),
    ...searchRoutes(parts),
    ...statisticsRoutes(parts),
    ...listViewsRoutes(parts),
    ...listsRoutes(parts),
    ...bookkeepingRoutes(parts),
    ...incomeRoutes(parts),
    ...openingsRoutes(parts),
    ...reconciliationsRoutes(parts),
    ...monthPackageRoutes(parts, drawCard),
    ...actsRoutes(parts, drawCard),
    ...actCommentsRoutes(parts),
    ...actSchedulesRoutes(parts),
    ...actsAdminRoutes(parts),
    ...documentsRoutes(parts),
    ...templatesRoutes(parts),
    ...employeesRoutes(parts),
    ...usersRoutes(parts),
    ...companiesRoutes(parts),
    ...outboxRoutes(parts),
    ...noticesRoutes(parts),
    ...administrationRoutes(parts),
    ...executorsRoutes(parts, mustHaveNoTariff),
    ...keyStoreRoutes(parts),
    ...signingRoutes(parts),
    ...qrSigningRoutes(parts, phone_kinds),
    ...filesRoutes(parts),
    ...tablesRoutes(parts),
    ...paymentsRoutes(parts),
    ...obligationsRoutes(parts),
    ...taxesRoutes(parts),
    ...activitiesRoutes(parts),
    ...chequesRoutes(parts),
    ...standingsRoutes(parts, countLimits),
    ...earlierRoutes(parts, countLimits),
    ...refundsRoutes(parts),
    ...esfRoutes(parts, act_kind, phone_kinds),
    ...inboundRoutes(parts),
    ...registrationRoutes(parts),
    ...invitationsRoutes(parts),
    ...agreementRoutes(parts),
    ...bankingRoutes(parts),
    ...apiKeysRoutes(parts),
    ...integrationsRoutes(parts),
    ...consultationRoutes(parts),
    ...supportRoutes(parts),
    ...tariffRoutes(parts),
    ...jobsRoutes(parts),
    ...eventsRoutes(parts),
    ...webhooksRoutes(parts),
    ...jobsAdminRoutes(parts),
    ...setAsideRoutes(parts),
    ...standRoutes(parts, issueKey, () => handlers),
    ...sandboxNcaRoutes(parts, issueKey),
    ...sandboxRoutes(
      parts,
      ncalayer,
      issueKey,
      sandbox_bank_login && sandbox_bank_login.vouch,
      sampleCompany,
    ),
  };
  return handlers;
}
