import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeDraftContract, samplePdf } from './papers.ts';
import { makeCompany, makeExecutor } from './people.ts';

const directory = mkdtempSync(join(tmpdir(), 'kelisim-s3-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
let app: TestApp;

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  await fetch(`${endpoint}/kelisim-files`, { method: 'PUT' });
  app = await makeTestApp({
    s3: {
      endpoint,
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
  await s3.close().catch(() => undefined);
  rmSync(directory, { recursive: true, force: true });
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
