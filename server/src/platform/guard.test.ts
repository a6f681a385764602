import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestApp } from '../../test/make-app.ts';

const app = await makeTestApp();
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

const guess = (account: string, ip = '10.0.0.1') => app.parts.guard.attempt('test', ip, account);
const age = (seconds: number) =>
  sql`update sign_in_failures set failed_at = failed_at - make_interval(secs => ${seconds})`.execute(
    app.parts.db,
  );
const waitOf = (account: string, ip?: string) =>
  guess(account, ip).then(
    () => 0,
    (problem: { code: string; detail: { retry_after_s: number } }) => problem.detail.retry_after_s,
  );
beforeEach(async () => {
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  await app.parts.db.deleteFrom('known_networks').execute();
});

test('ten wrong guesses are free; then one waits as long as is said, elsewhere and others do not', async () => {
  for (let i = 0; i < 10; i++) await guess('a');
  await age(10 * 60);
  const wait_s = await waitOf('a');
  expect(wait_s).toBeGreaterThan(290);
  expect(wait_s).toBeLessThanOrEqual(300);
  expect(await waitOf('a', '10.0.0.2')).toBe(0);
  expect(await waitOf('b')).toBe(0);
  await age(wait_s);
  expect(await waitOf('a')).toBe(0);
});

test('right guesses do not count, nor those that were not judged', async () => {
  for (let i = 0; i < 40; i++) await (await guess('right')).succeeded();
  for (let i = 0; i < 40; i++)
    await expect((await guess('right')).undo(new Error('no turn'))).rejects.toThrow('no turn');
  expect(await waitOf('right')).toBe(0);
});

test('all addresses of a /64 are one, and those of another are others', async () => {
  for (let i = 0; i < 10; i++) await guess('six', `2001:db8:1:2:${i}::${i}`);
  expect(await waitOf('six', '2001:db8:1:2:ffff::')).toBeGreaterThan(0);
  expect(await waitOf('six', '2001:db8:1:3::')).toBe(0);
});

test('one account is guessed thirty times an hour at most, from however many networks', async () => {
  for (let i = 0; i < 30; i++) await guess('everywhere', `10.1.0.${i}`);
  await age(20 * 60);
  const wait_s = await waitOf('everywhere', '10.2.0.1');
  expect(wait_s).toBeGreaterThan(39 * 60);
  expect(wait_s).toBeLessThanOrEqual(40 * 60);
  expect(await waitOf('else', '10.1.0.1')).toBe(0);
});

test('one network guesses thirty accounts, and one more for each person who came in from it', async () => {
  const spray = async (ip: string) => {
    const waits = [];
    for (let i = 0; i < 40; i++) waits.push(await waitOf(`account ${i} of ${ip}`, ip));
    return waits.filter((wait_s) => wait_s === 0).length;
  };
  expect(await spray('10.3.0.1')).toBe(30);
  for (let i = 0; i < 10; i++) await (await guess(`person ${i % 5}`, '10.3.0.2')).succeeded();
  expect(await spray('10.3.0.2')).toBe(35);
});

test('failures that are told afterwards close a network, for as long as is said', async () => {
  for (let i = 0; i < 10; i++) await app.parts.guard.failed('slow', '2001:db8::1');
  await age(14 * 60);
  const refused = await app.parts.guard.tries('slow', '2001:db8::2').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too_many' });
  const { retry_after_s } = (refused as { detail: { retry_after_s: number } }).detail;
  expect(retry_after_s).toBeLessThanOrEqual(60);
  await app.parts.guard.tries('slow', '10.0.0.9');
  await age(retry_after_s);
  await app.parts.guard.tries('slow', '2001:db8::2');
});

test('of a hundred guesses at once ten are let through', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => guess('burst')));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(10);
});

test('a flood is refused without the database, and not longer than it lasts', async () => {
  for (let i = 0; i < 10; i++) await guess('flood');
  for (let i = 0; i < 60; i++) expect(await waitOf('flood')).toBeGreaterThan(0);
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  expect(await waitOf('flood')).toBeGreaterThan(0);
  expect(await waitOf('another')).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
  expect(await waitOf('flood')).toBe(0);
});

test('neither the account nor the word that was guessed stands in the table, and old rows are swept', async () => {
  await (await guess('somebody@example.com')).succeeded();
  await guess('somebody@example.com');
  const { rows } = await sql<{ text: string }>`
    select t::text as text from sign_in_failures t union all select n::text from known_networks n`.execute(
    app.parts.db,
  );
  expect(rows).toHaveLength(4);
  expect(rows.map((row) => row.text).join()).not.toMatch(/somebody|10\.0/);
  await sql`update known_networks set seen_at = seen_at - interval '25 hours'`.execute(app.parts.db);
  await age(25 * 3600);
  await app.parts.guard.sweep();
  const left = await sql`select from sign_in_failures union all select from known_networks`.execute(
    app.parts.db,
  );
  expect(left.rows).toEqual([]);
});
