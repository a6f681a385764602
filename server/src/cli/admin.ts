/**
 * What is done on the machine itself: makes a platform administrator (the first one can only be made here), brings the
 * official list of places in. Usage: npm run admin -- create --email E --name "Фамилия Имя" [--more] | import-kato FILE
 * The password is read from ADMIN_PASSWORD or from the standard input.
 */
import { parseArgs } from 'node:util';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import words from '@kelisim/shared/texts/ru/problems.ts';
import { z } from 'zod';
import { assertGoodPassword, hashPassword } from '../features/auth/public.ts';
import { violatedConstraint, type Database } from '../platform/db/database.ts';
import { besideProduct } from './beside-product.ts';
import { runImportKato } from './import-kato.ts';

const USAGE = 'npm run admin -- create --email E --name "Фамилия Имя" [--more] | import-kato FILE.xlsx';
/** The platform role on the wire. */
const ROLE_ADMIN = 4;

/** Said to the person at the terminal; nothing was written. */
class Refusal extends Error {}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { email: { type: 'string' }, name: { type: 'string' }, more: { type: 'boolean', default: false } },
});
const [deed, file] = positionals;
if (deed === 'create') process.exitCode = await create();
else if (deed === 'import-kato' && file) process.exitCode = await runImportKato(file);
else process.exitCode = usage();

function usage(): number {
  console.error(`Usage: ${USAGE}`);
  return 64;
}

async function create(): Promise<number> {
  const email = z.email().safeParse(values.email);
  const { name, more } = values;
  if (!email.success || !name) return usage();
  const password = process.env.ADMIN_PASSWORD ?? (await readPassword());
  try {
    await assertGoodPassword(password, [email.data, name]);
    await besideProduct((db) => addAdministrator(db, { email: email.data, name, password, more }));
  } catch (error) {
    if (error instanceof Problem) {
      console.error(words[error.code]);
      return 1;
    }
    const taken = violatedConstraint(error) === 'users_email_key_key';
    if (!taken && !(error instanceof Refusal)) throw error;
    console.error(taken ? 'Somebody with this e-mail exists already.' : (error as Error).message);
    return 1;
  }
  console.log(`Administrator ${email.data} was made.`);
  return 0;
}

interface NewAdministrator {
  email: string;
  name: string;
  password: string;
  /** Meant, although there is one already. */
  more: boolean;
}

async function addAdministrator(
  db: Database,
  { email, name, password, more }: NewAdministrator,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const others = await tx.selectFrom('user_permissions').select('user_id').limit(1).execute();
    if (others.length > 0 && !more) {
      throw new Refusal('There is an administrator already. Add --more to make another.');
    }
    const user = await tx
      .insertInto('users')
      .values({
        email,
        full_name: name,
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
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  for await (const chunk of process.stdin) return String(chunk).split('\n')[0]!.trim();
  return '';
}
