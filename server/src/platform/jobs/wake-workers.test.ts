import { expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { PATIENT } from '../../../test/patience.ts';
import { makeCompany } from '../../../test/people.ts';
import { makeBulk } from './bulk.ts';
import type { BulkKind } from './run-kind.ts';
import { hearRuns, wakeWorkers } from './wake-workers.ts';

test('a worker is told of a run at once, without looking for it', async () => {
  const app = await makeTestApp();
  const { db, log } = app.parts;
  const { director } = await makeCompany(app);
  const kind: BulkKind = { kind: 'test', work: async () => ({ label: 'done' }) };
  const web = makeBulk(db, [kind], log, { wake: (run_id) => wakeWorkers(db, run_id) });
  const worker = makeBulk(db, [kind], log);
  const hearing = hearRuns(worker, { url: app.database_url, log });
  await hearing.ready;
  const run_id = await web.start({
    company_id: director.company_id,
    user_id: director.user_id,
    session_id: director.session_id,
    kind: 'test',
    idempotency_key: 'told',
    request_hash: Buffer.alloc(32),
    items: [{ subject_id: 1 }],
  });
  const run = () =>
    db.selectFrom('bulk_runs').select(['state', 'lease_token']).where('id', '=', run_id).executeTakeFirst();
  expect(await run()).toEqual({ state: 'running', lease_token: 0 });
  // No watcher runs here.
  await web.wait(run_id, PATIENT.timeout);
  expect(await run()).toEqual({ state: 'done', lease_token: 1 });
  await hearing.stop();
  await Promise.all([web.stop(), worker.stop()]);
  await app.close();
});
