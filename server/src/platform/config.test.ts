import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { connectionsOf } from './process-settings.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'kelisim-config-'));
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

const sandbox = { SANDBOX: 'on', DATA_DIR: data_dir };
const production = {
  DATA_DIR: data_dir,
  DATABASE_URL: 'postgres://kelisim@127.0.0.1/kelisim',
  PUBLIC_URL: 'https://kelisim.example',
  MASTER_KEY: '00'.repeat(32),
  TRUST_DIR: data_dir,
};

test('phones come to us by themselves unless a gateway is asked for, and the sandbox never calls one', () => {
  expect(readConfig(production)).toMatchObject({
    sign_provider: 'native',
    egov_pdf_mime: 'application/pdf',
    sandbox: false,
  });
  expect(readConfig({ ...production, SIGN_PROVIDER: 'sigex', EGOV_PDF_MIME: '@file/pdf' })).toMatchObject({
    sign_provider: 'sigex',
    sigex_url: 'https://sigex.kz',
    egov_pdf_mime: '@file/pdf',
  });
  expect(() => readConfig({ ...sandbox, SIGN_PROVIDER: 'sigex' })).toThrow(ConfigError);
});

test('a setting that is wrong or missing refuses the start and is named', () => {
  expect(() => readConfig({ ...production, SIGN_PROVIDER: 'ncalayer' })).toThrow(/SIGN_PROVIDER/);
  expect(() => readConfig({ ...production, EGOV_PDF_MIME: 'text/html' })).toThrow(/EGOV_PDF_MIME/);
  expect(() => readConfig({ ...production, MASTER_KEY: '' })).toThrow(/MASTER_KEY/);
  // Its check digit is wrong.
  expect(() => readConfig({ ...production, OPERATOR_BIN: '180340099997' })).toThrow(/OPERATOR_BIN/);
  expect(() => readConfig({ ...production, SUPPORT_PHONE: '8 727 123 45 67' })).toThrow(/SUPPORT_PHONE/);
  expect(readConfig(production)).toMatchObject({ operator_bin: null, support_phone: null });
});

test('the sandbox listens on loopback only, and its key stays the same from start to start', () => {
  const first = readConfig({ ...sandbox, HOST: '0.0.0.0' });
  expect(first.host).toBe('127.0.0.1');
  expect(readConfig(sandbox).master_key.equals(first.master_key)).toBe(true);
});

test('a register of companies is asked only when one is chosen, and never by the sandbox', () => {
  expect(readConfig(production).company_register).toBeNull();
  expect(readConfig({ ...production, COMPANY_REGISTER: 'stat' }).company_register).toEqual({
    register: 'stat',
    url: 'https://old.stat.gov.kz',
  });
  expect(() => readConfig({ ...production, COMPANY_REGISTER: 'egov' })).toThrow(/DATA_EGOV_KEY/);
  expect(
    readConfig({ ...production, COMPANY_REGISTER: 'egov', DATA_EGOV_KEY: 'k' }).company_register,
  ).toEqual({ register: 'egov', url: 'https://data.egov.kz', api_key: 'k' });
  expect(() => readConfig({ ...sandbox, COMPANY_REGISTER: 'stat' })).toThrow(/COMPANY_REGISTER/);
});

test('real issuers are asked for cheques where that is wished, and never by the sandbox', () => {
  expect(readConfig(production).has_cheques).toBe(false);
  expect(readConfig({ ...production, CHEQUES: 'on' }).has_cheques).toBe(true);
  expect(() => readConfig({ ...sandbox, CHEQUES: 'on' })).toThrow(/CHEQUES/);
});

test('uploads are scanned only where the address of clamd is set', () => {
  expect(readConfig(production).clamav_url).toBeNull();
  for (const url of ['tcp://clamav:3310', 'tcp://[::1]:3310', 'unix:///run/clamav/clamd.ctl'])
    expect(readConfig({ ...production, CLAMAV_URL: url }).clamav_url).toBe(url);
  for (const url of ['clamav:3310', 'http://clamav', 'tcp://', 'unix:clamd.ctl', 'tcp://a:3310/x'])
    expect(() => readConfig({ ...production, CLAMAV_URL: url }), url).toThrow(/CLAMAV_URL/);
});

test('files lie in a bucket only when all of its settings are there', () => {
  const s3 = {
    FILES: 's3',
    S3_ENDPOINT: 'https://s3.example.kz',
    S3_REGION: 'kz-1',
    S3_BUCKET: 'kelisim-files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readConfig(production).s3).toBeNull();
  expect(readConfig({ ...production, ...s3 }).s3).toEqual({
    endpoint: 'https://s3.example.kz',
    region: 'kz-1',
    bucket: 'kelisim-files',
    access_key_id: 'id',
    secret_access_key: 'secret',
    path_style: true,
  });
  expect(readConfig({ ...production, ...s3, S3_PATH_STYLE: 'off' }).s3?.path_style).toBe(false);
  for (const name of Object.keys(s3).filter((key) => key !== 'FILES'))
    expect(() => readConfig({ ...production, ...s3, [name]: '' }), name).toThrow(`FILES=s3 needs ${name}.`);
  expect(() => readConfig({ ...production, S3_BUCKET: 'kelisim-files' })).toThrow(/S3_BUCKET.*FILES=s3/);
  expect(() => readConfig({ ...production, ...s3, S3_BUCKET: 'Not A Bucket' })).toThrow(/S3_BUCKET/);
  expect(() => readConfig({ ...production, ...s3, S3_ENDPOINT: 's3.example.kz' })).toThrow(/S3_ENDPOINT/);
});

test('traces are told only to a collector that is named, with the headers it wants', () => {
  expect(readConfig(production).process.tracing).toBeNull();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://otlp.example.kz:4318';
  const named = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT };
  expect(readConfig(named).process.tracing).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: {},
    share: 0.05,
  });
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-of=kz' };
  const more = { ...named, ...headers, OTEL_TRACES_SAMPLER_ARG: '1' };
  expect(readConfig(more).process.tracing).toMatchObject({
    headers: { authorization: 'Basic YTpi', 'x-of': 'kz' },
    share: 1,
  });
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'otlp.example.kz' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'Basic' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%FF' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
  ])
    expect(() => readConfig({ ...named, ...wrong }), JSON.stringify(wrong)).toThrow(/OTEL_/);
});

test('nothing is measured unless a port is named, and the port is on loopback unless it is named too', () => {
  expect(readConfig(production).process.metrics).toBeNull();
  const METRICS_PORT = '9464';
  expect(readConfig({ ...production, METRICS_PORT }).process.metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
  });
  expect(() => readConfig({ ...production, METRICS_PORT: '0' })).toThrow(/METRICS_PORT/);
});

test('the embedded database serves one process, which does everything, and a role opens only what it uses', () => {
  expect(() => readConfig({ ...sandbox, ROLE: 'worker' })).toThrow(/ROLE=worker needs DATABASE_URL/);
  expect(() => readConfig({ ...production, ROLE: 'both' })).toThrow(/ROLE/);
  const opened = (ROLE: string) => connectionsOf(readConfig({ ...production, ROLE }).process);
  expect([opened('all'), opened('web'), opened('worker')]).toEqual([12 + 8 + 6, 12 + 8, 8 + 8]);
});

test('a public stand is set up as production is, without what leads to the real world', () => {
  const { TRUST_DIR: _, ...own } = production;
  const stand = { ...own, SANDBOX: 'public' };
  expect(readConfig({ ...stand, HOST: '10.0.0.7' })).toMatchObject({
    sandbox: true,
    stand: true,
    demo_data: false,
    trust_dir: null,
    host: '10.0.0.7',
    process: { drain_s: 5 },
  });
  expect(readConfig(sandbox)).toMatchObject({ sandbox: true, stand: false });
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'MASTER_KEY'])
    expect(() => readConfig({ ...stand, [name]: '' }), name).toThrow(`A public stand needs ${name}.`);
  const real = {
    TRUST_DIR: data_dir,
    SMTP_URL: 'smtps://mail.example.kz',
    SMSC_LOGIN: 'kelisim',
    MOBIZON_KEY: 'k',
    BANK_HOSTS: 'api.bank.kz',
    BCC_CLIENT_ID: 'k',
    ESF_URL: 'https://esf.gov.kz',
  };
  for (const [name, value] of Object.entries(real))
    expect(() => readConfig({ ...stand, [name]: value }), name).toThrow(`${name} would lead`);
});
