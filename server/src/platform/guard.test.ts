import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from '../../test/make-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.close());

const guess = (what: string, ip = '10.0.0.1') => app.parts.guard.attempt(what, ip);
const age = (seconds: number) =>
  sql`update sign_in_failures set failed_at = failed_at - make_interval(secs => ${seconds})`.execute(
    app.parts.db,
  );
const waitOf = (what: string, ip?: string) =>
  guess(what, ip).then(
    () => 0,
    (problem: { code: string; detail: { retry_after_s: number } }) => problem.detail.retry_after_s,
  );

test('ten wrong guesses are free; then one waits, and after a quarter of an hour it is forgotten', async () => {
  for (let i = 0; i < 10; i++) await guess('a');
  expect(await waitOf('a')).toBe(30);
  expect(await waitOf('a', '10.0.0.2')).toBe(0);
  expect(await waitOf('b')).toBe(0);
  await age(15 * 60 + 1);
  expect(await waitOf('a')).toBe(0);
});

test('right guesses do not count', async () => {
  for (let i = 0; i < 30; i++) await (await guess('right')).succeeded();
  expect(await waitOf('right')).toBe(0);
});

test('the wait doubles with each failure that is told afterwards, up to a quarter of an hour', async () => {
  const waits = [];
  for (let i = 0; i < 10; i++) await app.parts.guard.failed('slow', '10.0.0.1');
  for (let i = 0; i < 7; i++) {
    waits.push(await waitOf('slow'));
    await app.parts.guard.failed('slow', '10.0.0.1');
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  await expect(app.parts.guard.tries('slow', '10.0.0.1')).rejects.toThrow('too_many');
  await app.parts.guard.tries('slow', '10.0.0.9');
});

test('of a hundred guesses at once ten are let through', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => guess('burst')));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(10);
});

test('neither the account nor the word that was guessed stands in the table, and old rows are swept', async () => {
  await guess('sign-in:somebody@example.com');
  const { rows } = await sql<{ text: string }>`select t::text as text from sign_in_failures t`.execute(
    app.parts.db,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.text).join()).not.toContain('somebody');
  await age(25 * 3600);
  await app.parts.guard.sweep();
  const left = await sql`select 1 from sign_in_failures`.execute(app.parts.db);
  expect(left.rows).toEqual([]);
});
