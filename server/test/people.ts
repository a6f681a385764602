import { randomBytes } from 'node:crypto';
import type { EmployeeRight, PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { SubjectRight } from '@kelisim/eds/x509/rights.ts';
import { addSession } from '../src/features/auth/auth.queries.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { idOf } from '../src/platform/db/id-of.ts';
import type { TestApp } from './make-app.ts';
import { issueTestKey, type Algorithm, type SigningKey } from './signing-keys.ts';

/** Somebody signed in, with a key to sign with. */
export interface Person {
  user_id: number;
  company_id: number;
  side: 'business' | 'executor';
  email: string;
  iin: string;
  session_id: number;
  token: string;
  key: SigningKey;
}

export interface TestCompany {
  id: number;
  name: string;
  bin: string;
  director: Person;
}

export interface TestExecutor {
  id: number;
  name: string;
  bin: string;
  person: Person;
}

export const PASSWORD = 'Қауіпсіз-йод-2026';
let password_hash: Promise<string> | null = null;
let last = 0;

/** ИИН and БИН with a right check digit that no other test person of this process has. */
function nextNumber(start: string): string {
  for (;;) {
    const number = withCheckDigit(start + String(++last).padStart(11 - start.length, '0'));
    if (number) return number;
  }
}

interface PersonOptions {
  company_id: number;
  role_id: 1 | 2 | 3;
  rights?: EmployeeRight[];
  iin?: string;
  name: string;
  algorithm?: Algorithm;
  certificate: SubjectRight[];
  organization?: { organization: string; bin: string };
}

async function makePerson(app: TestApp, options: PersonOptions): Promise<Person> {
  const { db } = app.parts;
  const iin = options.iin ?? nextNumber('9001013');
  const email = `p${iin}@${randomBytes(3).toString('hex')}.example`;
  password_hash ??= hashPassword(PASSWORD);
  const user_id = await idOf(
    db
      .insertInto('users')
      .values({
        email,
        full_name: options.name,
        iin,
        password_hash: await password_hash,
      })
      .returning('id'),
  );
  await db
    .insertInto('memberships')
    .values({
      user_id,
      company_id: options.company_id,
      role_id: options.role_id,
      rights: options.rights ?? [],
    })
    .execute();
  const key = await issueTestKey({
    algorithm: options.algorithm ?? 'gost512',
    subject: { common_name: 'СЫНАҚОВ ӘЛІБЕК', iin, country: 'KZ', ...options.organization },
    profile: { kind: 'signer', rights: options.certificate },
  });
  const side = options.role_id === 3 ? 'executor' : 'business';
  const person = { user_id, company_id: options.company_id, side, email, iin, key } as const;
  return { ...person, ...(await signInAs(app, person)) };
}

/** Somebody who works for the platform and for no company. */
export interface Administrator {
  user_id: number;
  company_id: null;
  email: string;
  session_id: number;
  token: string;
}

export async function makeAdministrator(app: TestApp, rights: PlatformRight[]): Promise<Administrator> {
  const { db } = app.parts;
  const email = `a${randomBytes(6).toString('hex')}@kelisim.example`;
  password_hash ??= hashPassword(PASSWORD);
  const user_id = await idOf(
    db
      .insertInto('users')
      .values({ email, full_name: 'Әкімші Сынақ', password_hash: await password_hash })
      .returning('id'),
  );
  await db.insertInto('user_permissions').values({ user_id, role_id: 4, allow: rights }).execute();
  const person = { user_id, company_id: null, email };
  return { ...person, ...(await signInAs(app, person)) };
}

/** A new session with a fresh proof, made beside the password, whose hash is dear. */
export async function signInAs(
  app: TestApp,
  person: { user_id: number; company_id: number | null },
): Promise<{ token: string; session_id: number }> {
  const { user_id, company_id } = person;
  const session_id = await addSession(app.parts.db, {
    user_id,
    company_id,
    user_agent: 'test',
    ip: '127.0.0.1',
  });
  return {
    session_id,
    token: app.parts.tokens.access({ user_id, session_id, company_id, role_id: null }),
  };
}

export interface CompanyOptions {
  name?: string;
  executor_signs_first?: boolean;
  algorithm?: Algorithm;
  /** Without a bank account it cannot pay. */
  account?: boolean;
  /** Whether it withholds of individuals; only tests of that do. */
  withholding?: 'on' | 'off' | null;
}

export async function makeCompany(app: TestApp, options: CompanyOptions = {}): Promise<TestCompany> {
  const bin = nextNumber('18034');
  const name = options.name ?? `ТОО «Сынақ ${bin.slice(5)}»`;
  const { id } = await app.parts.db
    .insertInto('companies')
    .values({
      role: 'business',
      type: 'too',
      name,
      bin,
      kbe: '17',
      executor_signs_first: options.executor_signs_first ?? false,
      withholding: options.withholding === undefined ? 'off' : options.withholding,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (options.account !== false) await addAccount(app, id, '17');
  const director = await makePerson(app, {
    company_id: id,
    role_id: 1,
    name: `Басшы ${name}`,
    certificate: ['organisation', 'head'],
    organization: { organization: name, bin },
    ...(options.algorithm ? { algorithm: options.algorithm } : {}),
  });
  return { id, name, bin, director };
}

export function makeEmployee(
  app: TestApp,
  company: TestCompany,
  rights: EmployeeRight[],
  certificate: SubjectRight[] = ['organisation', 'employee'],
): Promise<Person> {
  return makePerson(app, {
    company_id: company.id,
    role_id: 2,
    rights,
    certificate,
    name: `Қызметкер ${company.name}`,
    organization: { organization: company.name, bin: company.bin },
  });
}

export interface ExecutorOptions extends Omit<CompanyOptions, 'executor_signs_first' | 'withholding'> {
  status?: 'invited' | 'active' | 'stopped' | 'removed';
  type?: 'ip' | 'individual';
}

/** A sole trader or an individual who works for the company. */
export async function makeExecutor(
  app: TestApp,
  company: Pick<TestCompany, 'id'>,
  options: ExecutorOptions = {},
): Promise<TestExecutor> {
  const bin = nextNumber('8005123');
  const name = options.name ?? `ИП Орындаушы ${bin.slice(7)}`;
  const { id } = await app.parts.db
    .insertInto('companies')
    .values({ role: 'executor', type: options.type ?? 'ip', name, bin, kbe: '19' })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (options.account !== false) await addAccount(app, id, '19');
  await app.parts.db
    .insertInto('executors')
    .values({ company_id: company.id, executor_company_id: id, status: options.status ?? 'active' })
    .execute();
  const person = await makePerson(app, {
    company_id: id,
    role_id: 3,
    name,
    iin: bin,
    certificate: ['person'],
    ...(options.algorithm ? { algorithm: options.algorithm } : {}),
  });
  return { id, name, bin, person };
}

async function addAccount(app: TestApp, company_id: number, kbe: string): Promise<void> {
  const bank = await app.parts.db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('iban_code', 'is not', null)
    .executeTakeFirstOrThrow();
  const iban = makeIban(bank.iban_code!, String(company_id).padStart(13, '0'));
  await app.parts.db
    .insertInto('bank_requisites')
    .values({ company_id, bank_id: bank.id, iban, kbe, is_main: true })
    .execute();
}
