import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standBefore, type BucketFault, type FaultyBucket } from './faulty-bucket.ts';
import { holdInvariants } from './hold-invariants.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeDeal, makeDraftAct, makeDraftContract, samplePdf } from './papers.ts';
import { PATIENT } from './patience.ts';
import { makeCompany, makeExecutor } from './people.ts';

const directory = mkdtempSync(join(tmpdir(), 'kelisim-s3-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
let app: TestApp;
let bucket: FaultyBucket;

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  await fetch(`${endpoint}/kelisim-files`, { method: 'PUT' });
  bucket = await standBefore(endpoint);
  app = await makeTestApp({
    s3: {
      endpoint: bucket.endpoint,
      region: 'kz-1',
      bucket: 'kelisim-files',
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
      path_style: true,
    },
  });
});
afterAll(async () => {
  await app.close();
  bucket.close();
  await s3.close().catch(() => undefined);
  rmSync(directory, { recursive: true, force: true });
});

test.each<[string, BucketFault]>([
  ['is silent', 'silence'],
  ['answers 500', 500],
  ['is cut off in the middle', 'cut'],
  ['says that it has kept what it has not', 'lose'],
])('a run waits while the bucket %s, fails no row and ends when it is back', async (_name, fault) => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const act_ids: number[] = [];
  for (let n = 0; n < 3; n++) act_ids.push((await makeDraftAct(app, deal)).id);
  bucket.fault = (method) => (fault === 'lose' && method !== 'PUT' ? undefined : fault);
  const { run_id } = await app.ok('acts.send', company.director, { body: { act_ids } });
  const run = () => app.ok('jobs.get', company.director, { params: { run_id } });
  await expect.poll(run, PATIENT).toMatchObject({ state: 'running', failed: 0, waits_for: 'files' });
  expect((await app.ok('acts.list', company.director, { query: {} })).total).toBe(3);
  bucket.fault = null;
  const goOn = async () => {
    await sql`update bulk_runs set not_before = now() where not_before is not null`.execute(app.parts.db);
    await app.parts.bulk.recover();
    return run();
  };
  await expect.poll(goOn, PATIENT).toMatchObject({ state: 'done', done: 3, failed: 0 });
  await holdInvariants(app);
});

test('the product lives over a bucket; while that is away, files are unavailable and nothing else is', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company);
  const doc_id = await makeDraftContract(app, company, executor);
  const read = () => app.raw('documents.file', company.director, { params: { doc_id } });
  const back = await read();
  expect(back.status).toBe(200);
  expect(Buffer.from(back.bytes).equals(await samplePdf())).toBe(true);

  await s3.close();
  expect(await read()).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  await expect(makeDraftContract(app, company, executor)).rejects.toThrow();
  expect((await app.ok('documents.list', company.director, { query: {} })).total).toBe(1);
});
