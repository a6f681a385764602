import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../test/make-app.ts';
import { makeCompany } from '../../test/people.ts';

const program = fileURLToPath(new URL('admin.ts', import.meta.url));
const app = await makeTestApp();
afterAll(() => app.close());

function admin(
  words: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) {
  const done = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    input,
    env: { ...process.env, SANDBOX: 'on', DATABASE_URL: app.database_url, DATA_DIR: app.data_dir, ...env },
  });
  return { code: done.status, said: done.stdout + done.stderr };
}

const create = (email: string, ...more: string[]) => [
  'create',
  '--email',
  email,
  '--name',
  'Әкімшіева Айша',
  ...more,
];
const password = 'ұзақ құпиясөз 2026';
const admins = async () =>
  app.parts.db
    .selectFrom('user_permissions as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.email', 'p.allow', 'u.password_hash'])
    .orderBy('u.id')
    .execute();

test('makes the first administrator with every right, who then signs in; a second one must be meant', async () => {
  expect(admin(create('first@example.com'), { input: `${password}\n` })).toMatchObject({ code: 0 });
  const [first] = await admins();
  expect(first).toMatchObject({
    email: 'first@example.com',
    allow: ['support', 'companies', 'tariffs', 'users'],
  });
  expect(first!.password_hash).toMatch(/^\$argon2id\$/);
  await app.ok('auth.login_too', null, { body: { email: 'first@example.com', password } });

  const second = admin(create('second@example.com'), { env: { ADMIN_PASSWORD: password } });
  expect(second.code).toBe(1);
  expect(second.said).toContain('--more');
  expect(await admins()).toHaveLength(1);
  expect(admin(create('second@example.com', '--more'), { env: { ADMIN_PASSWORD: password } }).code).toBe(0);
  expect(await admins()).toHaveLength(2);
});

test('refuses what is no address, a short password and somebody who is there already, and writes nothing', async () => {
  const before = await admins();
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const env = { ADMIN_PASSWORD: password };
  expect(admin(create('nobody'), { env }).code).toBe(64);
  expect(admin(create('x@example.com', '--more'), { env: { ADMIN_PASSWORD: 'short' } }).code).toBe(1);
  expect(admin(create('x@example.com', '--more'), { env: { ADMIN_PASSWORD: 'Qazaqstan2026' } }).code).toBe(1);
  const taken = admin(create(director.email.toUpperCase(), '--more'), { env });
  expect([taken.code, taken.said.trim()]).toEqual([1, 'Somebody with this e-mail exists already.']);
  expect(await admins()).toEqual(before);
});
