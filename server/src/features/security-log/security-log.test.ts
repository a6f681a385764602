import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { addSecurityEvent } from './add-security-event.ts';

const app = await makeTestApp();
const person = (await makeCompany(app, { algorithm: 'rsa' })).director;
const other = (await makeCompany(app, { algorithm: 'rsa' })).director;
afterAll(() => app.close());

const add = (user_id: number, kind: 'signed_in' | 'password_changed' = 'signed_in') =>
  addSecurityEvent(app.parts.db, { user_id, kind, ip: '203.0.113.9', detail: { means: 'password' } });
const holds = () => violations(worldOf(app), ['I18']);

test('many at once make one unbroken chain per person', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, turn) => add(turn % 2 ? person.user_id : other.user_id)));
  expect(await holds()).toEqual([]);
});

test('not even the owner of the table changes an event or takes one away', async () => {
  for (const statement of [
    sql`update security_events set kind = 'signed_out'`,
    sql`delete from security_events`,
    sql`truncate security_events`,
  ])
    await expect(statement.execute(app.owner)).rejects.toThrow('only ever added');
});

test('who gets around that is seen', async () => {
  await add(person.user_id, 'password_changed');
  for (const spoil of [
    sql`update security_events set kind = 'signed_out' where user_id = ${person.user_id} and position = 3`,
    sql`delete from security_events where user_id = ${person.user_id} and position = 2`,
  ]) {
    const back = new Error('taken back');
    await app.owner
      .transaction()
      .execute(async (tx) => {
        await sql`alter table security_events disable trigger keep_security_events`.execute(tx);
        await spoil.execute(tx);
        expect(await violations({ ...worldOf(app), db: tx }, ['I18'])).toHaveLength(1);
        throw back;
      })
      .catch((error: unknown) => {
        if (error !== back) throw error;
      });
  }
  expect(await holds()).toEqual([]);
});
