import type { BankConnectors, PaymentBank } from './adapters/banks/banks.ts';
import type { BankFiles } from './adapters/bank-files/bank-files.ts';
import type { BankLogin } from './adapters/bank-login/bank-login.ts';
import type { Cheques } from './adapters/cheques/cheques.ts';
import type { CompanyRegister, TaxpayerRegister } from './adapters/company-register/company-register.ts';
import type { DocxToPdf } from './adapters/docx-to-pdf/docx-to-pdf.ts';
import type { Docx } from './adapters/docx/docx.ts';
import type { Esf } from './adapters/esf/esf.ts';
import type { FileStore } from './adapters/file-store/file-store.ts';
import type { Mail } from './adapters/mail/mail.ts';
import type { Nca } from './adapters/nca/nca.ts';
import type { SignGateway } from './adapters/sign-gateway/sign-gateway.ts';
import type { Pdf } from './adapters/pdf/pdf.ts';
import type { SmsGateway } from './adapters/sms/sms.ts';
import type { Spreadsheet } from './adapters/spreadsheet/spreadsheet.ts';
import type { VirusScanner } from './adapters/virus-scanner/virus-scanner.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import type { FileChecks } from './platform/files/file-checks.ts';
import type { Guard } from './platform/guard.ts';
import type { Bulk } from './platform/jobs/bulk.ts';
import type { Log } from './platform/log.ts';
import type { Outbound } from './platform/outbound.ts';
import type { Tokens } from './platform/tokens.ts';

/** What a feature is handed: machinery and ports. `choose-adapters.ts` alone knows who stands behind them. */
export interface Parts {
  config: Config & { database_url: string };
  log: Log;
  clock: Clock;
  db: Database;
  tokens: Tokens;
  guard: Guard;
  bulk: Bulk;
  store: FileStore;
  /** For `checkUpload`, which judges every file that people send. */
  file_checks: FileChecks;
  pdf: Pdf;
  docx: Docx;
  /** Null on a machine with neither LibreOffice nor the build that comes with the product. */
  docx_to_pdf: DocxToPdf | null;
  spreadsheet: Spreadsheet;
  bank_files: BankFiles;
  nca: Nca;
  /** Banks that companies connect, each kind by its word. */
  bank_connectors: BankConnectors;
  /** A bank for everybody, which only the sandbox has. */
  bank: PaymentBank | null;
  /** Null until ИС ЭСФ is connected: its papers are then exported, and their numbers typed in. */
  esf: Esf | null;
  /** Null when eGov Mobile comes to us itself. */
  sign_gateway: SignGateway | null;
  /** Null until SMTP is set: the outbox is the delivery then. */
  mail: Mail | null;
  /** To the addresses that companies want their events at. */
  webhook_out: Outbound;
  /** Null until a gateway for SMS is set. */
  sms: SmsGateway | null;
  /** Null where no bank vouches for its clients. */
  bank_login: BankLogin | null;
  /** Null until a register is chosen: people then type the data of their company. */
  company_register: CompanyRegister | null;
  /** Null until it is switched on: what executors say of themselves is then not checked. */
  taxpayer_register: TaxpayerRegister | null;
  /** Null until it is switched on: people then look at the page of a cheque themselves. */
  cheques: Cheques | null;
  /** Null until clamd is set: uploads are then judged by our own checks alone. */
  virus_scanner: VirusScanner | null;
  /** Told each message that no gateway takes; the start prints it. */
  show_message(text: string): void;
}
