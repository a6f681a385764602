import { hostname } from 'node:os';
import { join } from 'node:path';
import { calls } from '@kelisim/shared/calls.ts';
import type { FastifyInstance } from 'fastify';
import { kazakhstanFiles } from './adapters/bank-files/kazakhstan/kazakhstan-files.ts';
import { sandboxBank } from './adapters/banks/sandbox/sandbox-bank.ts';
import { bccBank } from './adapters/banks/bcc/bcc-bank.ts';
import { customBank } from './adapters/banks/custom/custom-bank.ts';
import { forteBank } from './adapters/banks/forte/forte-bank.ts';
import { halykBank } from './adapters/banks/halyk/halyk-bank.ts';
import { jusanBank } from './adapters/banks/jusan/jusan-bank.ts';
import { serveSandboxBank } from './adapters/banks/sandbox/serve-bank.ts';
import type { BankConnectors, PaymentBank } from './adapters/banks/banks.ts';
import { chequePages } from './adapters/cheques/pages/cheque-pages.ts';
import { sandboxCheques } from './adapters/cheques/sandbox/sandbox-cheques.ts';
import type { CompanyRegister, TaxpayerRegister } from './adapters/company-register/company-register.ts';
import { kgdTaxpayers } from './adapters/company-register/kgd/kgd-taxpayers.ts';
import { sandboxTaxpayers } from './adapters/company-register/sandbox/sandbox-taxpayers.ts';
import { egovRegister } from './adapters/company-register/egov/egov-register.ts';
import { rememberAnswers } from './adapters/company-register/remember-answers.ts';
import { sampleCompany } from './adapters/company-register/sandbox/sandbox-companies.ts';
import { sandboxRegister } from './adapters/company-register/sandbox/sandbox-register.ts';
import { statRegister } from './adapters/company-register/stat/stat-register.ts';
import type { DocxToPdf } from './adapters/docx-to-pdf/docx-to-pdf.ts';
import { findDocxToPdf } from './adapters/docx-to-pdf/find-docx-to-pdf.ts';
import { createEasyTemplateDocx } from './adapters/docx/easy-template/easy-template-docx.ts';
import type { Esf } from './adapters/esf/esf.ts';
import { kgdEsf } from './adapters/esf/kgd/kgd-esf.ts';
import { esfInside, serveEsf } from './adapters/esf/sandbox/carry-esf.ts';
import { ESF_PATH, sandboxEsf, type EsfServices } from './adapters/esf/sandbox/sandbox-esf.ts';
import { openFileStore } from './adapters/file-store/open-file-store.ts';
import { folderNca } from './adapters/nca/folder/folder-nca.ts';
import { smtpMail } from './adapters/mail/smtp/smtp-mail.ts';
import { NCA_PATIENCE, onlineNca, type NcaPatience } from './adapters/nca/online/online-nca.ts';
import { openSandboxNca, type SandboxNca } from './adapters/nca/sandbox/sandbox-nca.ts';
import { serveNca } from './adapters/nca/sandbox/serve-nca.ts';
import { storedState } from './adapters/nca/sandbox/sandbox-state.ts';
import type { Nca } from './adapters/nca/nca.ts';
import { sigexGateway } from './adapters/sign-gateway/sigex/sigex-gateway.ts';
import { mobizonGateway } from './adapters/sms/mobizon/mobizon.ts';
import { smscGateway } from './adapters/sms/smsc/smsc.ts';
import type { SmsGateway } from './adapters/sms/sms.ts';
import type { SignGateway } from './adapters/sign-gateway/sign-gateway.ts';
import { clamavScanner } from './adapters/virus-scanner/clamav/clamav-scanner.ts';
import { createTypstPdf } from './adapters/pdf/typst/typst-pdf.ts';
import { createXlsxSpreadsheet } from './adapters/spreadsheet/xlsx/xlsx-spreadsheet.ts';
import { actsAdminRoutes } from './features/acts/acts-admin.routes.ts';
import { actRuns, actWatchers } from './features/acts/acts.jobs.ts';
import { actsRoutes } from './features/acts/acts.routes.ts';
import { actCommentsRoutes } from './features/acts/comments.routes.ts';
import { actSchedulesRoutes } from './features/acts/schedules.routes.ts';
import { listsRoutes } from './features/lists/lists.routes.ts';
import { listViewsRoutes } from './features/lists/views.routes.ts';
import { agreementRoutes } from './features/agreement/agreement.routes.ts';
import { sandboxBankLogin } from './adapters/bank-login/sandbox/sandbox-bank-login.ts';
import { authWatchers } from './features/auth/auth.jobs.ts';
import { loginKind } from './features/auth/sign-in-by-qr.ts';
import { signInRoutes } from './features/auth/sign-in.routes.ts';
import { credentialsRoutes } from './features/credentials/credentials.routes.ts';
import { secondFactorsRoutes } from './features/second-factors/second-factors.routes.ts';
import { makeDenials, sealEvents } from './features/security-log/public.ts';
import { securityWatchers } from './features/security/security.jobs.ts';
import { securityRoutes } from './features/security/security.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { isStillIn } from './features/auth/is-still-in.ts';
import { apiKeysRoutes } from './features/api-keys/api-keys.routes.ts';
import { authenticateKey, authenticateKeyToken } from './features/api-keys/authenticate-key.ts';
import { serveOauth } from './features/api-keys/serve-oauth.ts';
import { apiKeyWatchers } from './features/api-keys/tell-of-keys.ts';
import { keyOfHeader, keyTokenOfHeader } from './features/api-keys/key-text.ts';
import { findActor } from './features/auth/find-actor.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { esfKinds } from './features/esf/esf-kinds.ts';
import { esfWatchers } from './features/esf/esf.jobs.ts';
import { esfRoutes } from './features/esf/esf.routes.ts';
import { inboundRoutes } from './features/esf/inbound.routes.ts';
import { bankingRoutes } from './features/banking/banking.routes.ts';
import { consultationRoutes } from './features/consultation/consultation.routes.ts';
import { documentRuns, documentWatchers } from './features/documents/documents.jobs.ts';
import { documentsRoutes } from './features/documents/documents.routes.ts';
import { administrationWatchers } from './features/administration/administration.jobs.ts';
import { administrationRoutes } from './features/administration/administration.routes.ts';
import { tellBacklogs } from './features/administration/tell-backlogs.ts';
import { companiesRoutes } from './features/companies/companies.routes.ts';
import { noticeWatchers } from './features/notices/notices.jobs.ts';
import { noticesRoutes } from './features/notices/notices.routes.ts';
import { outboxRoutes } from './features/messages/outbox.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { employeesRoutes } from './features/employees/employees.routes.ts';
import { executorRuns } from './features/executors/executors.jobs.ts';
import { executorsRoutes } from './features/executors/executors.routes.ts';
import { binRoutes } from './features/bin/bin.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { integrationsRoutes } from './features/integrations/integrations.routes.ts';
import { invitationRuns, invitationWatchers } from './features/invitations/invitations.jobs.ts';
import { invitationsRoutes } from './features/invitations/invitations.routes.ts';
import { jobsAdminRoutes } from './features/jobs/jobs-admin.routes.ts';
import { setAsideRoutes } from './features/jobs/set-aside.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { keyStoreRoutes } from './features/key-store/key-store.routes.ts';
import { makeLiveHub } from './features/live/live-hub.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { messageWatchers } from './features/messages/messages.jobs.ts';
import { paymentRuns, paymentWatchers } from './features/payments/payments.jobs.ts';
import { refundsRoutes } from './features/payments/refunds.routes.ts';
import { filesRoutes } from './features/payments/files.routes.ts';
import { tablesRoutes } from './features/payments/tables.routes.ts';
import { activitiesRoutes } from './features/taxes/activities.routes.ts';
import { chequeWatchers } from './features/cheques/cheques.jobs.ts';
import { chequesRoutes } from './features/cheques/cheques.routes.ts';
import { obligationsRoutes } from './features/obligations/obligations.routes.ts';
import { taxWatchers } from './features/taxes/taxes.jobs.ts';
import { taxesRoutes } from './features/taxes/taxes.routes.ts';
import { earlierRoutes } from './features/taxes/earlier.routes.ts';
import { standingsRoutes } from './features/taxes/standings.routes.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { qrSigningWatchers } from './features/qr-signing/qr-signing.jobs.ts';
import { mustBePhoneToken } from './features/qr-signing/show-documents.ts';
import { qrSigningRoutes } from './features/qr-signing/qr-signing.routes.ts';
import { registrationWatchers } from './features/registration/registration.jobs.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { registrationKind } from './features/registration/registration-kind.ts';
import { ncaLayerDouble } from './features/sandbox/ncalayer/nca-layer-double.ts';
import { sandboxNcaRoutes } from './features/sandbox/sandbox-nca.routes.ts';
import { sandboxRoutes } from './features/sandbox/sandbox.routes.ts';
import { standRoutes } from './features/sandbox/stand/stand.routes.ts';
import { phoneKinds } from './features/signing/phone-kinds.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { openingsRoutes } from './features/payments/openings.routes.ts';
import { bookkeepingWatchers } from './features/bookkeeping/bookkeeping.jobs.ts';
import { countLimits } from './features/bookkeeping/public.ts';
import { bookkeepingRoutes } from './features/bookkeeping/bookkeeping.routes.ts';
import { incomeRoutes } from './features/bookkeeping/income.routes.ts';
import {
  reconciliationRuns,
  reconciliationWatchers,
} from './features/reconciliations/reconciliations.jobs.ts';
import { reconciliationsRoutes } from './features/reconciliations/reconciliations.routes.ts';
import { monthPackageRoutes } from './features/month-package/month-package.routes.ts';
import { statisticsWatchers } from './features/statistics/statistics.jobs.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { linkRuns, signingWatchers } from './features/signing/signing.jobs.ts';
import { signLinksOf } from './features/signing/make-link.ts';
import { makeProof } from './features/signing/make-proof.ts';
import { readActProof } from './features/signing/read-proof.ts';
import { signingRoutes } from './features/signing/signing.routes.ts';
import { mustHaveNoTariff } from './features/tariff/public.ts';
import { tariffWatchers } from './features/tariff/tariff.jobs.ts';
import { tariffRoutes } from './features/tariff/tariff.routes.ts';
import { templatesRoutes } from './features/templates/templates.routes.ts';
import { webhookWatchers } from './features/webhooks/webhooks.jobs.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import { backupWatchers, type BackupJob } from './platform/backup/backup-watchers.ts';
import { tellBackups } from './platform/backup/tell-backups.ts';
import { makeClockGuard, type ClockGuard } from './platform/clock-guard.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { nameOfProcess } from './platform/db/count-connections.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import type { Listening } from './platform/db/listen.ts';
import { relayChanges } from './platform/db/relay-changes.ts';
import { sweepCodes } from './features/codes/codes.queries.ts';
import { sweepChanges } from './features/credentials/credentials.queries.ts';
import { sweepLimitedCalls } from './platform/call-limit.ts';
import { createFileChecks } from './platform/files/file-checks.ts';
import { journalUploads } from './platform/files/journal-uploads.ts';
import { makeStoreClaim, type StoreClaim } from './platform/files/store-claim.ts';
import { sampleWatcher } from './invariants/watch-sample.ts';
import { retentionWatcher } from './platform/retention/throw-away.ts';
import { sweepLeftovers, sweepUploads } from './platform/files/sweep-files.ts';
import { makeGuard } from './platform/guard.ts';
import { measureLoad } from './platform/metrics/measure-load.ts';
import { poolsStanding } from './platform/db/pools-standing.ts';
import { makeLoadShedding, watchLoop } from './platform/http/shed-load.ts';
import { measureHttp } from './platform/metrics/measure-http.ts';
import { measurePools } from './platform/metrics/measure-pool.ts';
import { measureNca, measureStore } from './platform/metrics/measure-ports.ts';
import { measureWatch } from './platform/metrics/measure-watch.ts';
import { openMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { bindVersions } from './platform/http/api-version.ts';
import { callsOf } from './platform/http/calls-of.ts';
import { bindCalls, bindOtherMethods, tempDir, type Handlers } from './platform/http/bind-calls.ts';
import { makeClientAddress } from './platform/http/client-address.ts';
import { makeHttp, unknownAddress } from './platform/http/make-http.ts';
import { makeScanUploads } from './platform/http/scan-uploads.ts';
import { serveSecurity } from './platform/http/serve-security.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import { makeBulk } from './platform/jobs/bulk.ts';
import type { BulkKind } from './platform/jobs/run-kind.ts';
import { hearRuns, wakeWorkers } from './platform/jobs/wake-workers.ts';
import { startWatch, type Watch, type Watcher } from './platform/jobs/watch.ts';
import type { Log } from './platform/log.ts';
import { makeProcessBeat } from './platform/process-beat.ts';
import { readVersion } from './platform/version.ts';
import { openTracing } from './platform/tracing.ts';
import { makeOutbound, type Outbound } from './platform/outbound.ts';
import { nodeHttp } from './platform/node-http.ts';
import { connectionsOf, turnsOf } from './platform/process-settings.ts';
import { keyWatchers } from './platform/master-keys.ts';
import { makeTokens } from './platform/tokens.ts';
import type { Parts } from './parts.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

export interface App {
  parts: Parts;
  http: FastifyInstance;
  /** Only in the sandbox: its НУЦ issues test keys for the demo data. */
  sandbox_nca: SandboxNca | null;
  /** Says whether the file store is the one this database owns. */
  claim: StoreClaim;
  /** Says whether the clock of this machine agrees with the database's. */
  clocks: ClockGuard;
  /** What goes on without a person's call: by the clock, and in runs. */
  work: { watchers: readonly Watcher[]; runs: readonly BulkKind[] };
  /** Null without `METRICS_PORT`. */
  metrics: Metrics | null;
  /** Begins to look for work that is due. */
  watch(): void;
  /** Says at `/ready` that the process is about to leave; everything else goes on. */
  leave(): void;
  /** Answers what is under way, ends workers and connections. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config & { database_url: string };
  log: Log;
  clock?: Clock;
  /** The clock of the machine, which must be the database's; tests put it wrong. */
  system_clock?: Clock;
  /** Throw on an answer that is not what its contract says; tests do. */
  strict_answers?: boolean;
  /** Another bank than the sandbox's, for tests of its faults. */
  bank?: (parts: Pick<Parts, 'db'>) => PaymentBank;
  /** Another ИС ЭСФ than the settings lead to, for tests of its faults; null is none. */
  esf?: Esf | null;
  /** A gateway to eGov Mobile beside the settings, for tests of the way through it. */
  sign_gateway?: SignGateway;
  /** How long the sandbox НУЦ is waited for and believed, for tests of its faults. */
  nca_patience?: NcaPatience;
  /** Another way to НУЦ РК than the settings lead to: a bench asks one in a process of its own. */
  nca?: Nca;
  /** Another way to the addresses of webhooks, for tests of what they answer. */
  webhook_out?: Outbound;
  /** Another converter than the one that is found, or none. */
  docx_to_pdf?: DocxToPdf | null;
  /** Workers of whoever makes the app, who also ends them: tests share theirs between apps. */
  file_workers?: FileWorkers;
  /** Where backups go and how the database is read for them; without it none are made. */
  backup?: BackupJob | null;
  /** Told each message that no gateway takes. */
  show_message?: (text: string) => void;
}

/** The ports behind which workers write and read files. */
type FileWorkers = Pick<Parts, 'file_checks' | 'pdf' | 'docx' | 'spreadsheet'>;

export const makeFileWorkers = ({ sandbox }: Pick<Config, 'sandbox'>): FileWorkers => ({
  file_checks: createFileChecks(),
  pdf: createTypstPdf({ is_sample: sandbox }),
  docx: createEasyTemplateDocx(),
  spreadsheet: createXlsxSpreadsheet(),
});

/** A file of 20 MB is scanned in some seconds. */
const SCAN_PATIENCE_MS = 60_000;

/** THE LIST: every feature, adapter, job and watcher by name. Nothing else knows who stands behind a port. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock } = options;
  const metrics = config.process.metrics && (await openMetrics(config.process.metrics));
  const measurePool = metrics && measurePools(metrics.meter);
  const { pools, prepares } = config.process;
  const { role } = config.process;
  const of_process = { host: hostname(), role, version: readVersion() };
  const tracing = config.process.tracing && (await openTracing(config.process.tracing, of_process, log));
  const standing = poolsStanding();
  const openPool = (pool: string, max: number, name?: string) =>
    openDatabase({
      url: config.database_url,
      log,
      max,
      name,
      measure: standing.measure(pool, measurePool?.(pool)),
      prepares,
    });
  const db = openPool('people', pools.people);
  // Neither forty runs nor a watcher keep people, or whoever asks how the process fares, waiting for a connection.
  const work_db = openPool('runs', pools.runs);
  const probe_db = openPool('probes', 2, nameOfProcess(connectionsOf(config.process)));
  const sandbox_nca = config.sandbox
    ? await openSandboxNca(join(config.data_dir, 'sandbox-nca'), clock.now(), {
        state: storedState(db),
        now: () => clock.now(),
        public_url: config.public_url,
        ...(options.nca_patience && { patience: options.nca_patience }),
      })
    : null;
  const asked_nca: Nca =
    options.nca ??
    sandbox_nca ??
    onlineNca(await folderNca(config.trust_dir!), {
      http: nodeHttp(),
      tsp_url: config.tsp_url,
      now: () => clock.now(),
      patience: NCA_PATIENCE,
    });
  const nca = metrics ? measureNca(asked_nca, metrics.meter, () => clock.now()) : asked_nca;
  const opened_store = await openFileStore(config);
  const file_store = metrics ? measureStore(opened_store, metrics.meter) : opened_store;
  const claim = makeStoreClaim(db, file_store);
  const clocks = makeClockGuard(probe_db, options.system_clock ?? systemClock, log);
  const journal = openPool('journal', 2);
  const sandbox_esf = config.sandbox ? sandboxEsf({ db, nca, now: () => clock.now() }) : null;
  const sandbox_bank_login = config.sandbox && !config.stand ? sandboxBankLogin(config, clock) : null;
  const file_workers = options.file_workers ?? makeFileWorkers(config);
  const parts: Parts = {
    config,
    log,
    clock,
    db,
    tokens: makeTokens(config, clock),
    guard: makeGuard(db),
    store: journalUploads(file_store, journal, claim),
    ...file_workers,
    docx_to_pdf: options.docx_to_pdf === undefined ? findDocxToPdf() : options.docx_to_pdf,
    bank_files: kazakhstanFiles(file_workers.spreadsheet),
    nca,
    bank_connectors: connectBanks(config, () => [
      ...http.addresses().flatMap((at) => (typeof at === 'object' ? [at.port] : [])),
      Number(new URL(config.public_url).port || 80),
    ]),
    bank: options.bank?.({ db }) ?? (config.sandbox ? sandboxBank(db) : null),
    esf: options.esf === undefined ? esfOf(config, sandbox_esf) : options.esf,
    sign_gateway:
      options.sign_gateway ?? (config.sign_provider === 'sigex' ? sigexGateway(config.sigex_url) : null),
    bank_login: sandbox_bank_login,
    mail: config.smtp ? smtpMail(config.smtp) : null,
    webhook_out:
      options.webhook_out ??
      makeOutbound({
        hosts: 'any',
        sandbox_ports: null,
        loopback: config.sandbox && !config.stand,
        own_url: config.public_url,
      }),
    sms: smsGateway(config),
    company_register: companyRegister(config, clock),
    taxpayer_register: taxpayerRegister(config, db),
    cheques: config.sandbox ? sandboxCheques(db) : config.has_cheques ? chequePages() : null,
    virus_scanner: config.clamav_url
      ? clamavScanner({ url: config.clamav_url, timeout_ms: SCAN_PATIENCE_MS })
      : null,
    show_message: options.show_message ?? (() => undefined),
    get bulk() {
      return bulk;
    },
  };
  const behind = behindPeople(parts, work_db);
  const runs = [
    ...actRuns(behind),
    ...documentRuns(behind),
    ...linkRuns(behind),
    ...reconciliationRuns(behind),
    ...paymentRuns(behind),
    ...executorRuns(behind),
    ...invitationRuns(behind),
  ];
  const bulk = makeBulk(db, runs, log, {
    isPaused: clocks.isWrong,
    work_db,
    wake: role === 'web' ? (run_id) => wakeWorkers(db, run_id) : null,
    limits: turnsOf(config.process),
  });

  const [act_kind, document_kind] = phoneKinds(parts);
  const phone_kinds = [
    act_kind,
    document_kind,
    ...esfKinds(parts, act_kind),
    registrationKind(parts),
    loginKind(parts),
  ];
  const ncalayer = ncaLayerDouble(db);
  const live = makeLiveHub({
    database_url: config.database_url,
    log,
    isStillIn: (session_id, company_id) => isStillIn(db, session_id, company_id),
  });

  let watching: Watch | null = null;
  let hearing: Listening | null = null;
  let endRelay: (() => Promise<void>) | null = null;
  let leaving = false;
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
    ...monthPackageRoutes(parts, (company_id, file_id) => makeProof(parts, company_id, file_id, 'ddc')),
    ...actsRoutes(parts, (actor, act_id) => readActProof(parts, actor, act_id, 'ddc')),
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
    ...standRoutes(parts, sandbox_nca && ((key) => sandbox_nca.issueKey(key)), () => handlers),
    ...sandboxNcaRoutes(parts, sandbox_nca && ((key) => sandbox_nca.issueKey(key))),
    ...sandboxRoutes(
      parts,
      ncalayer,
      sandbox_nca && ((key) => sandbox_nca.issueKey(key)),
      sandbox_bank_login && sandbox_bank_login.vouch,
      sampleCompany,
    ),
  };
  const denials = makeDenials(parts);
  const backup = options.backup ? backupWatchers({ ...parts, store: file_store }, options.backup) : null;
  /** They look after this process itself, so each one has them. */
  const own_watchers: Watcher[] = [
    { name: 'files.claim', every_ms: 60_000, run: () => claim.renew() },
    { name: 'files.leftovers', every_ms: 3_600_000, run: () => sweepOwnFolders(config.data_dir) },
    { name: 'audit.denied', every_ms: 60_000, run: () => denials.tellMissed() },
  ];
  const beat = makeProcessBeat(probe_db, of_process, { standing: () => watching?.standing() ?? [], clocks });
  /** They go on while the clock is wrong. */
  const clock_watchers: Watcher[] = [
    { name: 'clock.check', every_ms: 5_000, run: () => clocks.check() },
    beat.watcher,
  ];
  const work_watchers: Watcher[] = [
    ...(backup?.watchers ?? []),
    ...keyWatchers(work_db, config, SEALED_COLUMNS, log),
    { name: 'bulk.recover', every_ms: 1_500, run: () => parts.bulk.recover() },
    { name: 'guard.sweep', every_ms: 3_600_000, run: () => parts.guard.sweep() },
    {
      name: 'files.sweep',
      every_ms: 3_600_000,
      run: async () => void (await sweepUploads(work_db, parts.store, claim, log)),
    },
    { name: 'audit.seal', every_ms: 5_000, run: () => sealEvents(work_db) },
    { name: 'codes.sweep', every_ms: 3_600_000, run: () => sweepCodes(work_db) },
    { name: 'changes.sweep', every_ms: 3_600_000, run: () => sweepChanges(work_db) },
    retentionWatcher({ db: work_db, clock }, metrics ? metrics.meter : undefined),
    sampleWatcher({ ...parts, db: work_db, log }, metrics ? metrics.meter : undefined),
    ...administrationWatchers(behind),
    { name: 'limits.sweep', every_ms: 3_600_000, run: () => sweepLimitedCalls(work_db) },
    ...actWatchers(behind),
    ...messageWatchers(behind),
    ...noticeWatchers(behind, signLinksOf(behind)),
    ...authWatchers(behind),
    ...securityWatchers(behind),
    ...registrationWatchers(behind),
    ...documentWatchers(behind),
    ...reconciliationWatchers(behind),
    ...invitationWatchers(behind),
    ...paymentWatchers(behind),
    ...bookkeepingWatchers(behind),
    ...taxWatchers(behind),
    ...chequeWatchers(behind),
    ...esfWatchers(behind),
    ...signingWatchers(behind),
    ...statisticsWatchers(behind),
    ...webhookWatchers(behind),
    ...tariffWatchers(behind),
    ...apiKeyWatchers(behind),
    ...qrSigningWatchers(behind, phone_kinds),
  ];

  const loop = watchLoop();
  const load = makeLoadShedding({
    connections: pools.people,
    signs: { poolWaitMs: () => standing.of('people').oldest_wait_ms, loopLagMs: loop.lagMs },
  });
  const http = await makeHttp(log, config, tracing);
  if (metrics) {
    measureHttp(http, metrics.meter);
    measureLoad(metrics.meter, load.refused);
    measureWatch(metrics.meter, { standing: () => watching?.standing() ?? [], clocks });
    tellBacklogs(metrics.meter, probe_db, log);
    tellBackups(metrics.meter, probe_db, log);
  }
  // Streams are answers that never end; the server waits for every answer before it closes.
  http.addHook('preClose', () => live.close());
  serveHealth(http, probe_db, { clocks, isLeaving: () => leaving });
  if (role !== 'worker') {
    const known_calls = callsOf(calls, config);
    bindVersions(http, known_calls);
    const clientAddress = makeClientAddress(config.trusted_proxies, log);
    bindCalls(http, {
      calls: known_calls,
      handlers,
      authenticate: (request) => {
        const { authorization } = request.headers;
        const key = keyOfHeader(authorization);
        if (key !== null) return authenticateKey(parts, key, clientAddress(request.raw));
        const key_token = keyTokenOfHeader(authorization);
        if (key_token !== null) return authenticateKeyToken(parts, key_token, clientAddress(request.raw));
        return findActor(db, parts.tokens, request);
      },
      denied: (denial) => denials.note(denial),
      mayChange: clocks.mustBeRight,
      load,
      clock,
      log,
      temp_dir: tempDir(config.data_dir),
      scanUploads: makeScanUploads(parts.virus_scanner, log),
      admitLarge: (bearer) => mustBePhoneToken(db, bearer),
      clientAddress,
      public_url: config.public_url,
      strict_answers: options.strict_answers ?? false,
    });
    bindOtherMethods(http, known_calls);
    serveOauth(http, parts, clientAddress);
    await serveSecurity(http, { config, clock, log });
    if (config.sandbox && !config.stand) await serveSandboxBank(http, { db, master_key: config.master_key });
    if (sandbox_nca) await serveNca(http, sandbox_nca.services);
    if (sandbox_esf && !config.stand) await serveEsf(http, sandbox_esf);
    await serveWeb(http, config);
  }
  unknownAddress(http);

  return {
    parts,
    http,
    sandbox_nca,
    claim,
    clocks,
    metrics,
    work: { watchers: [...clock_watchers, ...own_watchers, ...work_watchers], runs },
    watch() {
      const due = role === 'web' ? own_watchers : [...own_watchers, ...work_watchers];
      watching ??= startWatch(
        [...clock_watchers, ...due.map((one) => whileRight(one, clocks))],
        log,
        tracing,
      );
      endRelay ??= relayChanges({ url: config.database_url, log });
      if (role === 'worker') hearing ??= hearRuns(bulk, { url: config.database_url, log });
    },
    leave() {
      leaving = true;
    },
    async close() {
      loop.stop();
      await http.close();
      await ncalayer.close();
      backup?.stop();
      await Promise.all([hearing?.stop(), endRelay?.()]);
      await watching?.stop();
      // Without a database nobody is told; the row ends by itself.
      await beat
        .leave()
        .catch((error: unknown) => log.warn({ event: 'process.leave', error: String(error) }));
      // A run that waits for pages is not waited for: it is taken up again after the next start.
      await parts.docx_to_pdf?.close();
      await parts.bulk.stop();
      await denials.settle();
      parts.mail?.close();
      if (!options.file_workers) await Promise.all(Object.values(file_workers).map((port) => port.close()));
      await Promise.all([metrics?.close(), tracing?.close()]);
      await Promise.all([db, work_db, probe_db, journal].map((pool) => pool.destroy()));
    },
  };
}

/** What works behind people's backs is handed connections of its own, and everything else as it is. */
function behindPeople(parts: Parts, db: Database): Parts {
  // Not read before it is asked for: `bulk` is made of what is handed out here.
  const same = (Object.keys(parts) as (keyof Parts)[]).map(
    (key) => [key, { get: () => parts[key], enumerable: true }] as const,
  );
  const own = { ...Object.fromEntries(same), db: { value: db, enumerable: true } };
  return Object.create(Object.prototype, own) as Parts;
}

/** With a wrong clock nothing is done by itself. */
function whileRight(watcher: Watcher, clocks: ClockGuard): Watcher {
  return { ...watcher, run: async () => (clocks.isWrong() ? undefined : watcher.run()) };
}

const sweepOwnFolders = (data_dir: string) =>
  sweepLeftovers([join(data_dir, 'files'), tempDir(data_dir)], new Date());

/** The same adapter speaks to the real one and to that of the sandbox. */
function esfOf({ esf, public_url }: Config, sandbox: EsfServices | null): Esf | null {
  if (sandbox)
    return kgdEsf({
      url: `${public_url}${ESF_PATH}`.replace(/\/$/, ''),
      http: esfInside(sandbox),
      username_token: true,
    });
  return esf && kgdEsf({ ...esf, http: nodeHttp() });
}

/** BCC is asked at its own hosts, a bank that a company names at those the operator has allowed. */
function connectBanks({ sandbox, stand, bank_hosts, bcc }: Config, ownPorts: () => number[]): BankConnectors {
  const hosts = stand ? [] : ['api.bcc.kz', 'api-test.bcc.kz', 'api-sandbox.bcc.kz'];
  return {
    BCC: bccBank(makeOutbound({ hosts, sandbox_ports: null }), bcc),
    JUSAN: jusanBank(),
    FORTE: forteBank(),
    HALYK: halykBank(),
    CUSTOM: customBank(
      makeOutbound({ hosts: bank_hosts, sandbox_ports: sandbox && !stand ? ownPorts : null }),
    ),
  };
}

function smsGateway({ sms }: Config): SmsGateway | null {
  if (!sms) return null;
  return sms.gateway === 'smsc' ? smscGateway(sms) : mobizonGateway(sms);
}

function taxpayerRegister({ sandbox, taxpayer_register }: Config, db: Database): TaxpayerRegister | null {
  if (sandbox) return sandboxTaxpayers(db);
  return taxpayer_register && kgdTaxpayers(taxpayer_register);
}

function companyRegister({ sandbox, company_register }: Config, clock: Clock): CompanyRegister | null {
  if (sandbox) return sandboxRegister();
  if (!company_register) return null;
  const real =
    company_register.register === 'stat' ? statRegister(company_register) : egovRegister(company_register);
  return rememberAnswers(real, clock);
}
