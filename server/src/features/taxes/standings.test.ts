import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { listDeductions, listStandings } from './standings.queries.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('a person is what was said last of the day, and an individual nothing until something is said', async () => {
  const { db } = app.parts;
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { id } = await makeExecutor(app, company, { algorithm: 'rsa', type: 'individual' });
  const trader = await makeExecutor(app, company, { algorithm: 'rsa' });
  const of = async (day: string, who = id) => (await listStandings(db, [who], day)).get(who)!;
  expect((await of('2026-01-01')).standing).toBeNull();
  expect((await of('2026-01-01', trader.id)).standing).toBe('ip');
  await sql`
    insert into tax_standings (executor_company_id, valid_from, standing, is_student) values
      (${id}, '2026-02-01', 'individual', true), (${id}, '2026-03-01', 'self_employed', false),
      (${id}, '2026-02-01', 'individual', false)`.execute(db);
  expect((await of('2026-01-31')).standing).toBeNull();
  expect(await of('2026-02-28')).toMatchObject({ standing: 'individual', is_student: false });
  expect((await of('2026-03-01')).standing).toBe('self_employed');
  await sql`
    insert into deduction_applications (company_id, executor_company_id, applied_on, valid_from, valid_until)
    values (${company.id}, ${id}, '2026-01-20', '2026-02-01', '2026-03-31')`.execute(db);
  const has = async (day: string) => (await listDeductions(db, company.id, [id], day)).has(id);
  expect(await Promise.all(['2026-01-31', '2026-02-01', '2026-03-31', '2026-04-01'].map(has))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
