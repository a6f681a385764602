import { cpSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { seedReference } from '../seeds/reference.ts';
import { makeApp, type App, type AppOptions } from '../src/app.ts';
import { makeFileWorkers } from '../src/choose-adapters.ts';
import { openDatabase, type Database } from '../src/platform/db/database.ts';
import { makeLog } from '../src/platform/log.ts';
import type { ProcessSettings } from '../src/platform/process-settings.ts';
import { callFunctions, type CallFunctions } from './calls.ts';
import { makeTestDatabase, ownerUrlOf, type TestDatabase } from './database.ts';
import { PATIENT } from './patience.ts';
import { authoritiesFolder } from './signing-keys.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

/** The whole server over a database and a data folder of its own, with its sandbox on and answers checked. */
export interface TestApp extends App, CallFunctions {
  database_url: string;
  /** The database as the role that owns its tables: for tests that do what the application must not. */
  owner: Database;
  data_dir: string;
  /** Takes connections on a free port and answers its address. */
  listen(): Promise<string>;
}

export interface TestAppOptions
  extends
    Partial<Pick<AppOptions, 'log'>>,
    Pick<
      AppOptions,
      | 'bank'
      | 'clock'
      | 'docx_to_pdf'
      | 'esf'
      | 'nca'
      | 'nca_patience'
      | 'sign_gateway'
      | 'system_clock'
      | 'webhook_out'
    >,
    Partial<
      Pick<
        AppOptions['config'],
        's3' | 'public_url' | 'clamav_url' | 'master_key' | 'former_master_keys' | 'sandbox' | 'stand'
      >
    > {
  /** Another process of the same product, or a copy of it: shares database and files with what is named. */
  beside?: Pick<TestApp, 'database_url' | 'data_dir'>;
  process_settings?: Partial<ProcessSettings>;
}

/** The key all test apps derive theirs from, so that a token of one is good at another. */
export const MASTER_KEY = Buffer.alloc(32, 7);

/** What is switched off is felt at once, and what is silent is not waited for. */
export const TEST_PATIENCE = {
  timeout_ms: 30,
  attempts: 1,
  pause_ms: 1,
  answer_ms: 0,
  list_ms: 0,
  list_wait_ms: 10_000,
  rest_ms: 0,
};

/** All apps of a process share them: each of its own would start up to six more. They end with the process. */
const file_workers = {
  sandbox: makeFileWorkers({ sandbox: true }),
  production: makeFileWorkers({ sandbox: false }),
};

export async function makeTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    beside,
    s3 = null,
    clamav_url = null,
    process_settings,
    public_url = 'http://localhost:4400',
    master_key = MASTER_KEY,
    former_master_keys = [],
    sandbox = true,
    stand = false,
    ...rest
  } = options;
  const own = beside ? null : await makeOwnPlace();
  const database_url = beside?.database_url ?? own!.database.url;
  const data_dir = beside?.data_dir ?? own!.data_dir;
  const log = makeLog(process.env.TEST_LOG ?? 'silent');
  const config = {
    port: 0,
    public_url,
    database_url,
    database_owner_url: ownerUrlOf(database_url),
    data_dir,
    master_key,
    former_master_keys,
    bank_hosts: [],
    bcc: null,
    sandbox,
    stand,
    demo_data: sandbox && !stand,
    trust_dir: null,
    tsp_url: 'http://127.0.0.1:9',
    sign_provider: 'native' as const,
    sigex_url: 'http://127.0.0.1:9',
    egov_pdf_mime: 'application/pdf',
    operator_bin: '180340099996',
    support_phone: null,
    host: '127.0.0.1',
    trusted_proxies: ['127.0.0.1', '10.1.2.3'],
    security_contact: 'mailto:security@kelisim.example',
    log_level: 'silent',
    smtp: null,
    sms: null,
    messages_a_day: 5_000,
    retention_years: 0,
    company_register: null,
    taxpayer_register: null,
    register_check_days: 1,
    has_cheques: false,
    s3,
    esf: null,
    clamav_url,
    process: {
      role: 'all' as const,
      metrics: null,
      tracing: null,
      drain_s: 0,
      pools: { people: 12, runs: 8 },
      prepares: true,
      ...process_settings,
    },
  };
  const app = await makeApp({
    config,
    log,
    strict_answers: true,
    nca_patience: TEST_PATIENCE,
    file_workers: file_workers[sandbox ? 'sandbox' : 'production'],
    ...rest,
  });
  // A call that answers once its run has ended, or after as long as people wait, answers here once it has ended.
  const { bulk } = app.parts;
  const { wait } = bulk;
  bulk.wait = (run_id, timeout_ms) => wait(run_id, timeout_ms < 20_000 ? timeout_ms : PATIENT.timeout);
  if (own) await seedReference(app.parts.db);
  const owner = openDatabase({ url: config.database_owner_url, log, max: 2 });
  return {
    ...app,
    ...callFunctions(app.http),
    database_url,
    data_dir,
    owner,
    async listen() {
      await app.http.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
    },
    async close() {
      await app.close();
      await owner.destroy();
      await own?.remove();
    },
  };
}

async function makeOwnPlace(): Promise<{
  database: TestDatabase;
  data_dir: string;
  remove(): Promise<void>;
}> {
  const database = await makeTestDatabase();
  const data_dir = makeThrowawayFolder('files');
  await bringAuthorities(data_dir);
  return {
    database,
    data_dir,
    async remove() {
      await database.drop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** Gives a data folder the НУЦ that the keys of tests are issued by. */
export async function bringAuthorities(data_dir: string): Promise<void> {
  cpSync(await authoritiesFolder(), join(data_dir, 'sandbox-nca'), {
    recursive: true,
    filter: (path) => !path.endsWith('pairs'),
  });
}
