/**
 * Makes a platform administrator. The first one can only be made here, on the machine itself.
 * Usage: npm run admin -- create --email E --name "Фамилия Имя" [--more]
 * The password is read from ADMIN_PASSWORD or from the standard input.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { z } from 'zod';
import { hashPassword } from '../features/auth/public.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase, violatedConstraint } from '../platform/db/database.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded/find-embedded-postgres.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { makeLog } from '../platform/log.ts';

const USAGE = 'npm run admin -- create --email E --name "Фамилия Имя" [--more]';
const LEAST_PASSWORD = 10;
/** The platform role on the wire. */
const ROLE_ADMIN = 4;

/** Said to the person at the terminal; nothing was written. */
class Refusal extends Error {}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { email: { type: 'string' }, name: { type: 'string' }, more: { type: 'boolean', default: false } },
});
const email = z.email().safeParse(values.email);
if (positionals[0] !== 'create' || !email.success || !values.name) {
  console.error(`Usage: ${USAGE}`);
  process.exit(64);
}
const password = process.env.ADMIN_PASSWORD ?? (await readPassword());
if (password.length < LEAST_PASSWORD) {
  console.error(`The password needs at least ${LEAST_PASSWORD} characters.`);
  process.exit(1);
}

const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
const folder = join(config.data_dir, 'postgres');
// Beside a running product its own server is used; otherwise it is started for the moment.
const running = config.database_url ?? (await findEmbeddedPostgres(folder));
const embedded = running ? null : await startEmbeddedPostgres({ dataDir: folder });
const url = running ?? embedded!.url;
await migrate(url);
const db = openDatabase({ url, log: makeLog('silent'), max: 1 });
try {
  await db.transaction().execute(async (tx) => {
    const others = await tx.selectFrom('user_permissions').select('user_id').limit(1).execute();
    if (others.length > 0 && !values.more) {
      throw new Refusal('There is an administrator already. Add --more to make another.');
    }
    const user = await tx
      .insertInto('users')
      .values({
        email: email.data,
        full_name: values.name!,
        password_hash: await hashPassword(password),
        is_email_verified: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const allow = [...PLATFORM_RIGHTS];
    await tx
      .insertInto('user_permissions')
      .values({ user_id: user.id, role_id: ROLE_ADMIN, allow })
      .execute();
  });
  console.log(`Administrator ${email.data} was made.`);
} catch (error) {
  const taken = violatedConstraint(error) === 'users_email_key_key';
  if (!taken && !(error instanceof Refusal)) throw error;
  console.error(taken ? 'Somebody with this e-mail exists already.' : (error as Error).message);
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  for await (const chunk of process.stdin) return String(chunk).split('\n')[0]!.trim();
  return '';
}
