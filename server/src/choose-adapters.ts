import { join } from 'node:path';
import type { Meter } from '@opentelemetry/api';
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
import { openSandboxNca } from './adapters/nca/sandbox/sandbox-nca.ts';
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
import { sandboxBankLogin } from './adapters/bank-login/sandbox/sandbox-bank-login.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import { createFileChecks } from './platform/files/file-checks.ts';
import { measureNca, measureStore } from './platform/metrics/measure-ports.ts';
import { makeOutbound, type Outbound } from './platform/outbound.ts';
import { nodeHttp } from './platform/node-http.ts';
import type { Parts } from './parts.ts';

/** What stands in the place of what the settings lead to: tests and benches put it there. */
export interface OtherAdapters {
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

interface Surroundings extends Pick<Parts, 'db' | 'clock'> {
  meter: Meter | undefined;
  /** On which this process listens itself. */
  ownPorts: () => number[];
}

/** Every adapter by name. Nothing else knows who stands behind a port. */
export async function chooseAdapters(
  options: OtherAdapters & { config: Config },
  { db, clock, meter, ownPorts }: Surroundings,
) {
  const { config } = options;
  const now = () => clock.now();
  const sandbox_nca = config.sandbox
    ? await openSandboxNca(join(config.data_dir, 'sandbox-nca'), clock.now(), {
        state: storedState(db),
        now,
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
      now,
      patience: NCA_PATIENCE,
    });
  const nca = meter ? measureNca(asked_nca, meter, now) : asked_nca;
  const opened_store = await openFileStore(config);
  const file_store = meter ? measureStore(opened_store, meter) : opened_store;
  const sandbox_esf = config.sandbox ? sandboxEsf({ db, nca, now }) : null;
  const sandbox_bank_login = config.sandbox && !config.stand ? sandboxBankLogin(config, clock) : null;
  const file_workers = options.file_workers ?? makeFileWorkers(config);
  const ports = {
    ...file_workers,
    docx_to_pdf: options.docx_to_pdf === undefined ? findDocxToPdf() : options.docx_to_pdf,
    bank_files: kazakhstanFiles(file_workers.spreadsheet),
    nca,
    bank_connectors: connectBanks(config, ownPorts),
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
  };
  return { ports, file_workers, file_store, sandbox_nca, sandbox_bank_login, serveSandbox };

  /** The services that this machine stands in for are reached over its own HTTP as well. */
  async function serveSandbox(http: FastifyInstance): Promise<void> {
    if (config.sandbox && !config.stand) await serveSandboxBank(http, { db, master_key: config.master_key });
    if (sandbox_nca) await serveNca(http, sandbox_nca.services);
    if (sandbox_esf && !config.stand) await serveEsf(http, sandbox_esf);
  }
}

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
