import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { z } from 'zod';
import { parseNetwork } from './http/client-address.ts';
import type { Purpose } from './key-purposes.ts';
import { findReal } from './sandbox-settings.ts';
import { PROCESS_SETTINGS, processSettings, type ProcessSettings } from './process-settings.ts';

/** What the process was told. Made once at start; nothing else reads the environment. */
export interface Config {
  port: number;
  /** Address people reach the product under, without a slash at the end; links in documents begin with it. */
  public_url: string;
  /** Null means: start the embedded PostgreSQL. */
  database_url: string | null;
  /** The role that owns the tables; used to migrate and to fill the sandbox. Null: the role of `database_url` does. */
  database_owner_url: string | null;
  data_dir: string;
  /** 32 bytes; keys for single purposes are derived from it, it is never used itself. */
  master_key: Buffer;
  /** Previous keys: what they sealed still opens, and is sealed again. */
  former_master_keys: Buffer[];
  /** Hosts of banks that companies may name themselves (`api.bank.kz`, or `.bank.kz` for all under it). */
  bank_hosts: string[];
  /** Our own agreement with BCC, without which no company can let us read its accounts there. */
  bcc: BccSettings | null;
  sandbox: boolean;
  /** A sandbox that strangers reach: it shows nobody what is of another, and nothing leaves it. */
  stand: boolean;
  /** Whether an empty sandbox is filled with people, contracts and acts. */
  demo_data: boolean;
  /** Folder with certificates of НУЦ РК; null only in the sandbox. */
  trust_dir: string | null;
  /** Where time stamps are asked for. */
  tsp_url: string;
  /** How eGov Mobile reaches us: by itself, or through SIGEX where it does not list our domain. */
  sign_provider: 'native' | 'sigex';
  sigex_url: string;
  /** What eGov Mobile is told of a PDF; versions of the app differ in the word they know. */
  egov_pdf_mime: string;
  /** The operator's БИН, which eGov Mobile shows during a sign-in. Null: no QR sign-in. */
  operator_bin: string | null;
  /** `+7…` of the operator's support, for people whose browser cannot show the pages. */
  support_phone: string | null;
  host: string;
  /** Networks of the reverse proxies whose `X-Forwarded-For` is believed. */
  trusted_proxies: string[];
  /** Where finders of security holes write: `mailto:…` or `https:…`. Null: no security.txt. */
  security_contact: string | null;
  log_level: string;
  /** Null: the outbox is the delivery of e-mail. */
  smtp: { url: string; from: string } | null;
  /** Null: the outbox is the delivery of SMS. */
  sms: SmsSettings | null;
  /** The most messages that strangers may make us send in a day, per channel. */
  messages_a_day: number;
  /** Signed papers stay so many years; the law's number counts where it is longer. */
  retention_years: number;
  /** Null: nobody is asked, and people type the data of their company. */
  company_register: RegisterSettings | null;
  /** The portal of the state revenue office. Null: what executors say is not checked. */
  taxpayer_register: { url: string; token: string } | null;
  /** After how many days the register of taxpayers is asked again. */
  register_check_days: number;
  /** Whether the public pages of cheques are asked. */
  has_cheques: boolean;
  /** Null: files lie in `data_dir`. */
  s3: S3Settings | null;
  /** Null: electronic invoices are taken to the portal of ИС ЭСФ by hand. The sandbox has one of its own. */
  esf: { url: string; username_token: boolean } | null;
  process: ProcessSettings;
  /** `tcp://host:3310` or `unix:///path`. Null: uploads are not scanned for viruses. */
  clamav_url: string | null;
}

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  access_key_id: string;
  secret_access_key: string;
  /** The bucket stands in the path of the address, not before its host. */
  path_style: boolean;
}

export interface BccSettings {
  client_id: string;
  client_secret: string;
  /** Origin of the API; BCC gives several. */
  url: string;
}

export type RegisterSettings =
  | { register: 'stat'; url: string }
  | { register: 'egov'; url: string; api_key: string };

export type SmsSettings =
  | { gateway: 'smsc'; url: string; login: string; password: string; sender: string | null }
  | { gateway: 'mobizon'; url: string; api_key: string; sender: string | null };

/** A setting is missing or invalid. The message names it, and the process does not start. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Nobody's: no organisation of the demo data has it. */
const SANDBOX_BIN = '180340099996';

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4400),
  ...PROCESS_SETTINGS,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  FORMER_MASTER_KEYS: z
    .string()
    .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i)
    .optional(),
  BANK_HOSTS: z
    .string()
    .regex(/^\.?[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(,\.?[a-z0-9][a-z0-9.-]*\.[a-z]{2,})*$/)
    .optional(),
  BCC_CLIENT_ID: z.string().min(1).optional(),
  BCC_CLIENT_SECRET: z.string().min(1).optional(),
  BCC_URL: z
    .url({ protocol: /^https$/, hostname: /^api(-test|-sandbox)?\.bcc\.kz$/ })
    .default('https://api.bcc.kz:11443'),
  FILES: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
  TRUST_DIR: z.string().min(1).optional(),
  TSP_URL: z.url({ protocol: /^https?$/ }).default('http://tsp.pki.gov.kz'),
  SIGN_PROVIDER: z.enum(['native', 'sigex']).default('native'),
  SIGEX_URL: z.url({ protocol: /^https?$/ }).default('https://sigex.kz'),
  OPERATOR_BIN: z.string().refine(isBin).optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+7\d{10}$/)
    .optional(),
  EGOV_PDF_MIME: z.enum(['application/pdf', '@file/pdf']).default('application/pdf'),
  HOST: z.string().min(1).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.0/8,::1')
    .transform((list) => list.split(',').map((network) => network.trim()))
    .refine((list) => list.every((network) => parseNetwork(network) !== null)),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  SANDBOX: z.enum(['on', 'empty', 'public', 'off']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/)
    .optional(),
  SMSC_LOGIN: z.string().min(1).optional(),
  SMSC_PASSWORD: z.string().min(1).optional(),
  SMSC_SENDER: z.string().min(1).optional(),
  SMSC_URL: z.url({ protocol: /^https?$/ }).default('https://smsc.kz'),
  MOBIZON_KEY: z.string().min(1).optional(),
  MOBIZON_SENDER: z.string().min(1).optional(),
  MOBIZON_URL: z.url({ protocol: /^https?$/ }).default('https://api.mobizon.kz'),
  MESSAGES_A_DAY: z.coerce.number().int().min(1).default(5_000),
  RETENTION_YEARS: z.coerce.number().int().min(0).max(75).default(0),
  COMPANY_REGISTER: z.enum(['off', 'stat', 'egov']).default('off'),
  TAXPAYER_REGISTER: z.enum(['off', 'kgd']).default('off'),
  KGD_URL: z.url({ protocol: /^https?$/ }).default('https://portal.kgd.gov.kz'),
  KGD_TOKEN: z.string().min(1).optional(),
  REGISTER_CHECK_DAYS: z.coerce.number().int().min(1).max(366).default(1),
  CHEQUES: z.enum(['off', 'on']).default('off'),
  STAT_URL: z.url({ protocol: /^https?$/ }).default('https://old.stat.gov.kz'),
  DATA_EGOV_URL: z.url({ protocol: /^https?$/ }).default('https://data.egov.kz'),
  DATA_EGOV_KEY: z.string().min(1).optional(),
  ESF_URL: z.url({ protocol: /^https?$/ }).optional(),
  ESF_USERNAME_TOKEN: z.enum(['on', 'off']).default('on'),
  CLAMAV_URL: z
    .string()
    .regex(/^(tcp:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?|unix:\/\/\/\S+)$/i)
    .optional(),
});

/** Reads and checks the environment. Throws `ConfigError` naming every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const known = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(known);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => String(issue.path[0])).join(', ');
    throw new ConfigError(`These settings are not usable: ${wrong}. See docs/operations.md.`);
  }
  const settings = parsed.data;
  const stand = settings.SANDBOX === 'public';
  const sandbox = stand || settings.SANDBOX === 'on' || settings.SANDBOX === 'empty';
  const data_dir = resolve(settings.DATA_DIR);
  if (stand || !sandbox) {
    const needed = [
      'DATABASE_URL',
      'PUBLIC_URL',
      'MASTER_KEY',
      ...(stand ? [] : ['TRUST_DIR' as const]),
    ] as const;
    const missing = needed.filter((name) => !settings[name]);
    if (missing.length > 0) {
      throw new ConfigError(
        `${stand ? 'A public stand' : 'Production'} needs ${missing.join(', ')}. Without any settings "npm start" runs the sandbox.`,
      );
    }
  }
  const real = sandbox ? findReal(settings, stand) : [];
  if (real.length > 0)
    throw new ConfigError(
      `${real.join(', ')} would lead from made-up people and papers to the real world; leave it away in a sandbox.`,
    );
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL)
    throw new ConfigError('DATABASE_OWNER_URL is of no effect without DATABASE_URL.');
  if (settings.ROLE !== 'all' && !settings.DATABASE_URL)
    throw new ConfigError(
      `ROLE=${settings.ROLE} needs DATABASE_URL: the embedded database serves one process.`,
    );
  mkdirSync(data_dir, { recursive: true });
  return {
    port: settings.PORT,
    public_url: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    database_url: settings.DATABASE_URL ?? null,
    database_owner_url: settings.DATABASE_OWNER_URL ?? null,
    data_dir,
    master_key: settings.MASTER_KEY ? Buffer.from(settings.MASTER_KEY, 'hex') : keptMasterKey(data_dir),
    former_master_keys: (settings.FORMER_MASTER_KEYS?.split(',') ?? []).map((key) => Buffer.from(key, 'hex')),
    bank_hosts: settings.BANK_HOSTS?.split(',') ?? [],
    bcc: both(settings, 'BCC_CLIENT_ID', 'BCC_CLIENT_SECRET')
      ? {
          client_id: settings.BCC_CLIENT_ID!,
          client_secret: settings.BCC_CLIENT_SECRET!,
          url: settings.BCC_URL.replace(/\/+$/, ''),
        }
      : null,
    sandbox,
    stand,
    demo_data: settings.SANDBOX === 'on',
    trust_dir: settings.TRUST_DIR ? resolve(settings.TRUST_DIR) : null,
    tsp_url: settings.TSP_URL,
    sign_provider: settings.SIGN_PROVIDER,
    sigex_url: settings.SIGEX_URL,
    egov_pdf_mime: settings.EGOV_PDF_MIME,
    operator_bin: settings.OPERATOR_BIN ?? (sandbox ? SANDBOX_BIN : null),
    support_phone: settings.SUPPORT_PHONE ?? null,
    // One's own sandbox hands out keys and passwords, so it must not be reachable from outside.
    host: sandbox && !stand ? '127.0.0.1' : (settings.HOST ?? '0.0.0.0'),
    trusted_proxies: settings.TRUSTED_PROXIES,
    security_contact: settings.SECURITY_CONTACT ?? null,
    log_level: settings.LOG_LEVEL,
    smtp: smtpOf(settings),
    sms: smsOf(settings),
    messages_a_day: settings.MESSAGES_A_DAY,
    retention_years: settings.RETENTION_YEARS,
    company_register: registerOf(settings),
    taxpayer_register: taxpayersOf(settings),
    register_check_days: settings.REGISTER_CHECK_DAYS,
    has_cheques: settings.CHEQUES === 'on',
    s3: s3Of(settings),
    esf: esfOf(settings),
    clamav_url: settings.CLAMAV_URL ?? null,
    process: processSettings(settings, sandbox && !stand),
  };
}

type Settings = z.output<typeof Environment>;

/** Names of the settings that are set, without their values. */
export function settingNames(env: Record<string, string | undefined>): string[] {
  return Object.keys(Environment.shape).filter((name) => env[name]);
}

/** Two settings that are worth nothing alone: both, or none, or the start is refused. */
function both(settings: Settings, one: keyof Settings, other: keyof Settings): boolean {
  if (Boolean(settings[one]) === Boolean(settings[other])) return Boolean(settings[one]);
  throw new ConfigError(`${one} and ${other} belong together; one of them is missing.`);
}

function smtpOf(settings: Settings): Config['smtp'] {
  return both(settings, 'SMTP_URL', 'MAIL_FROM')
    ? { url: settings.SMTP_URL!, from: settings.MAIL_FROM! }
    : null;
}

function smsOf(settings: Settings): Config['sms'] {
  const smsc = both(settings, 'SMSC_LOGIN', 'SMSC_PASSWORD');
  if (smsc && settings.MOBIZON_KEY)
    throw new ConfigError('SMSC_LOGIN and MOBIZON_KEY are both set; choose one gateway for SMS.');
  if (smsc)
    return {
      gateway: 'smsc',
      url: settings.SMSC_URL,
      login: settings.SMSC_LOGIN!,
      password: settings.SMSC_PASSWORD!,
      sender: settings.SMSC_SENDER ?? null,
    };
  if (!settings.MOBIZON_KEY) return null;
  return {
    gateway: 'mobizon',
    url: settings.MOBIZON_URL,
    api_key: settings.MOBIZON_KEY,
    sender: settings.MOBIZON_SENDER ?? null,
  };
}

function taxpayersOf(settings: Settings): Config['taxpayer_register'] {
  if (settings.TAXPAYER_REGISTER === 'off') return null;
  if (!settings.KGD_TOKEN)
    throw new ConfigError('TAXPAYER_REGISTER=kgd needs KGD_TOKEN, the token of portal.kgd.gov.kz.');
  return { url: settings.KGD_URL, token: settings.KGD_TOKEN };
}

function registerOf(settings: Settings): Config['company_register'] {
  if (settings.COMPANY_REGISTER === 'off') return null;
  if (settings.COMPANY_REGISTER === 'stat') return { register: 'stat', url: settings.STAT_URL };
  if (!settings.DATA_EGOV_KEY)
    throw new ConfigError('COMPANY_REGISTER=egov needs DATA_EGOV_KEY, the personal key of data.egov.kz.');
  return { register: 'egov', url: settings.DATA_EGOV_URL, api_key: settings.DATA_EGOV_KEY };
}

function esfOf(settings: Settings): Config['esf'] {
  if (!settings.ESF_URL) return null;
  return { url: settings.ESF_URL.replace(/\/+$/, ''), username_token: settings.ESF_USERNAME_TOKEN === 'on' };
}

const S3_NEEDS = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

function s3Of(settings: Settings): Config['s3'] {
  if (settings.FILES === 'disk') {
    const idle = [...S3_NEEDS, 'S3_PATH_STYLE' as const].filter((name) => settings[name] !== undefined);
    if (idle.length === 0) return null;
    throw new ConfigError(`${idle.join(', ')} would be of no effect: set FILES=s3 too, or leave them away.`);
  }
  const missing = S3_NEEDS.filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw new ConfigError(`FILES=s3 needs ${missing.join(', ')}.`);
  return {
    endpoint: settings.S3_ENDPOINT!,
    region: settings.S3_REGION!,
    bucket: settings.S3_BUCKET!,
    access_key_id: settings.S3_ACCESS_KEY_ID!,
    secret_access_key: settings.S3_SECRET_ACCESS_KEY!,
    path_style: settings.S3_PATH_STYLE !== 'off',
  };
}

/** The sandbox makes its own master key once and keeps it beside its data. */
function keptMasterKey(data_dir: string): Buffer {
  const path = join(data_dir, 'master-key');
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
}

/** A key of 32 bytes for one purpose (HKDF in one step: the master key is already uniform). */
export function deriveKey(master_key: Buffer, purpose: Purpose): Buffer {
  return createHash('sha256').update('kelisim/').update(purpose).update('\0').update(master_key).digest();
}
