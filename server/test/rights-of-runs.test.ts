import { ACT_MANY_DEEDS, rightOfAct, type ActDeedRun } from '@kelisim/shared/features/acts/act-status.ts';
import { RUN_KINDS } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { EMPLOYEE_RIGHTS, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkItem, BulkKind } from '../src/platform/jobs/run-kind.ts';
import { makeTestApp, type TestApp } from './make-app.ts';
import { makeCompany, makeEmployee, type Person, type TestCompany } from './people.ts';

// A right may be taken away between the click and a row of the run. Null: executors do it, who have no such rights.
const RIGHT: Record<Exclude<RunKind, ActDeedRun>, EmployeeRight | null> = {
  'acts.create': 'manage_acts',
  'acts.import': 'manage_acts',
  'acts.copy': 'manage_acts',
  'acts.restore': 'manage_acts',
  'documents.sign': 'sign',
  'documents.create': 'manage_contracts',
  'documents.renew': 'manage_contracts',
  'documents.send': 'manage_contracts',
  'documents.delete': 'manage_contracts',
  'documents.restore': 'manage_contracts',
  'documents.send_link': 'manage_contracts',
  'documents.take_over': 'manage_contracts',
  'executors.stop': 'manage_executors',
  'executors.resume': 'manage_executors',
  'executors.assign': 'manage_executors',
  'reconciliations.send': 'manage_acts',
  'invitations.send': 'manage_executors',
  'invitations.remind': 'manage_executors',
  'invitations.repeat': 'manage_executors',
  'invitations.cancel': 'manage_executors',
};

/** That of the deeds of acts is held in act-status.test.ts. */
const rightOf = (kind: string) => {
  const deed = ACT_MANY_DEEDS.find((one) => kind === `acts.${one}`);
  return deed ? (rightOfAct(deed) ?? null) : RIGHT[kind as keyof typeof RIGHT];
};

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await makeTestApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

/** What a row about nothing answers: `forbidden` before anything is looked for, or whatever comes after that. */
async function tryRow(
  by: Person,
  work: (tx: Parameters<BulkKind['work']>[0], item: BulkItem) => Promise<unknown>,
) {
  const item: BulkItem = {
    run_id: 0,
    position: 1,
    company_id: company.id,
    user_id: by.user_id,
    session_id: null,
    api_key_id: null,
    ip: null,
    subject_id: null,
    payload: {},
    params: {},
  };
  const row = app.parts.db.transaction().execute((tx) => work(tx, item));
  return row.then(
    () => 'done',
    (error: { code?: string }) => (error.code === 'forbidden' ? 'forbidden' : 'let in'),
  );
}

test('each row of a run asks again for the right that the deed needs, and for no other', async () => {
  expect(app.work.runs.map(({ kind }) => kind).sort()).toEqual([...RUN_KINDS].sort());
  const [lacks, has] = [new Map<EmployeeRight, Person>(), new Map<EmployeeRight, Person>()];
  for (const right of new Set(RUN_KINDS.map(rightOf).filter((one) => one !== null))) {
    const others = EMPLOYEE_RIGHTS.filter((one) => one !== right);
    lacks.set(right, await makeEmployee(app, company, others));
    has.set(right, await makeEmployee(app, company, [right]));
  }
  for (const { kind, work, workMany } of app.work.runs) {
    const right = rightOf(kind);
    if (right === null) continue;
    expect.soft(await tryRow(lacks.get(right)!, work), `${kind} without ${right}`).toBe('forbidden');
    expect.soft(await tryRow(has.get(right)!, work), `${kind} with ${right}`).not.toBe('forbidden');
    if (!workMany) continue;
    const together: typeof work = async (tx, item) => {
      await workMany(tx, [{ item, prepared: undefined }]);
      return {};
    };
    expect.soft(await tryRow(lacks.get(right)!, together), `${kind}, many`).toBe('forbidden');
  }
});
