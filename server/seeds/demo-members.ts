import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { parseCertificate, type Certificate } from '@kelisim/eds/x509/certificate.ts';
import type { PrivateKey } from '@kelisim/eds/pkcs12/private-key.ts';
import type { SubjectRight } from '@kelisim/eds/x509/rights.ts';
import type { App } from '../src/app.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { joinExecutor } from '../src/features/executors/public.ts';
import { DEMO_PASSWORD } from '../src/features/sandbox/public.ts';
import type { CompanyActor } from '../src/platform/actor.ts';
import type { Database } from '../src/platform/db/database.ts';
import { idOf } from '../src/platform/db/id-of.ts';
import {
  businesses,
  executors,
  type DemoBusiness,
  type DemoExecutor,
  type DemoPerson,
} from './demo-people.ts';
import { sideBySide } from './side-by-side.ts';

export interface Member {
  actor: CompanyActor;
  name: string;
  bin: string;
  language: 'ru' | 'kz';
  signing: { key: PrivateKey; certificate: Certificate };
}

export interface DemoMembers {
  businesses: (Member & { seed: DemoBusiness })[];
  executors: (Member & { seed: DemoExecutor })[];
}

/** One executor has no account yet, so that users see what paying them answers. */
export const WITHOUT_ACCOUNT = 'executor19@demo.example';

const KEY_PASSWORD = 'Kelisim2026';
/** Enough for an import of two thousand. */
export const DEMO_LIMIT = 2_500;
const EMPLOYEE_RIGHTS = ['manage_acts', 'manage_contracts', 'manage_executors', 'pay', 'view_statistics'];

interface NewPerson {
  person: DemoPerson;
  company_id: number;
  role_id: 1 | 2 | 3;
  rights: SubjectRight[];
  organization?: { name: string; bin: string };
  locale: 'ru' | 'kz';
}

export async function makeDemoPeople(app: App): Promise<DemoMembers> {
  const { db } = app.parts;
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const add = (input: NewPerson, algorithm: 'gost512' | 'rsa') =>
    addPerson(app, password_hash, input, algorithm);

  const companies: DemoMembers['businesses'] = [];
  for (const seed of businesses) {
    const bin = withCheckDigit(seed.bin)!;
    const company_id = await addBusiness(db, seed, bin);
    const organization = { name: seed.name, bin };
    const director = await add(
      {
        person: seed.director,
        company_id,
        role_id: 1,
        rights: ['organisation', 'head'],
        organization,
        locale: seed.language,
      },
      'gost512',
    );
    await add(
      {
        person: seed.employee,
        company_id,
        role_id: 2,
        rights: ['organisation', 'employee'],
        organization,
        locale: 'ru',
      },
      'gost512',
    );
    await db
      .updateTable('companies')
      .set({ director_id: director.actor.user_id })
      .where('id', '=', company_id)
      .execute();
    await db
      .insertInto('executor_limits')
      .values({ company_id, limit_count: DEMO_LIMIT, valid_from: '2026-01-01' })
      .execute();
    companies.push({ ...director, name: seed.name, bin, language: seed.language, seed });
  }

  const contractors: DemoMembers['executors'] = [];
  await sideBySide(executors.entries(), async ([i, seed]) => {
    const bin = withCheckDigit(seed.iin)!;
    const name =
      seed.type === 'ip'
        ? `ИП ${seed.surname} ${seed.first_name[0]}. ${seed.patronymic[0]}.`
        : seed.full_name;
    const company_id = await addExecutorCompany(db, seed, name, bin, i);
    // Half of them sign with RSA keys, so that both kinds are in the data.
    const member = await add(
      { person: seed, company_id, role_id: 3, rights: ['person'], locale: i % 3 === 0 ? 'kz' : 'ru' },
      i % 2 === 0 ? 'gost512' : 'rsa',
    );
    for (const of of seed.companies) {
      const pair = { company_id: companies[of]!.actor.company_id, executor_company_id: company_id };
      await db.transaction().execute((tx) => joinExecutor(tx, pair, 'join', member.actor.user_id));
    }
    contractors[i] = { ...member, name, bin, language: 'ru', seed };
  });
  return { businesses: companies, executors: contractors };
}

async function addBusiness(db: Database, seed: DemoBusiness, bin: string): Promise<number> {
  const id = await idOf(
    db
      .insertInto('companies')
      .values({
        role: 'business',
        type: 'too',
        name: seed.name,
        bin,
        kbe: '17',
        address: seed.address,
        phone: seed.phone,
        email: seed.email,
        ceo_name: seed.director.full_name,
        director_position: seed.language === 'kz' ? 'Бас директор' : 'Директор',
        document_language: seed.language,
        executor_signs_first: seed.executor_signs_first,
        oked: '49410',
      })
      .returning('id'),
  );
  await addRequisites(db, id, seed.bank, seed.account, '17');
  return id;
}

/** Of the executors, by number. */
const SELF_EMPLOYED = 4;

async function addExecutorCompany(
  db: Database,
  seed: DemoExecutor,
  name: string,
  bin: string,
  i: number,
): Promise<number> {
  const id = await idOf(
    db
      .insertInto('companies')
      .values({
        role: 'executor',
        type: seed.type,
        name,
        bin,
        kbe: '19',
        address: 'г. Алматы',
        phone: seed.phone,
        email: seed.email,
        ceo_name: seed.full_name,
        director_position: seed.type === 'ip' ? 'Индивидуальный предприниматель' : null,
      })
      .returning('id'),
  );
  // One is self-employed; the others work under civil-law contracts.
  if (seed.type === 'individual')
    await db
      .insertInto('tax_standings')
      .values({
        executor_company_id: id,
        valid_from: '2025-01-01',
        standing: i === SELF_EMPLOYED ? 'self_employed' : 'individual',
      })
      .execute();
  if (seed.email !== WITHOUT_ACCOUNT) {
    await addRequisites(
      db,
      id,
      i % 2 === 0 ? 'CASPKZKA' : 'HSBKKZKX',
      `00000${String(20_000_000 + i * 7919)}`,
      '19',
    );
  }
  return id;
}

async function addRequisites(
  db: Database,
  company_id: number,
  bic: string,
  account: string,
  kbe: string,
): Promise<void> {
  const bank = await db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('bic', '=', bic)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bank_requisites')
    .values({
      company_id,
      bank_id: bank.id,
      iban: makeIban(bank.iban_code!, account.slice(-13)),
      kbe,
      is_main: true,
    })
    .execute();
}

async function addPerson(
  app: App,
  password_hash: string,
  input: NewPerson,
  algorithm: 'gost512' | 'rsa',
): Promise<Omit<Member, 'name' | 'bin' | 'language'>> {
  const { db } = app.parts;
  const { person, company_id, role_id, locale } = input;
  const iin = withCheckDigit(person.iin)!;
  const user = await db
    .insertInto('users')
    .values({
      email: person.email,
      phone: person.phone,
      password_hash,
      full_name: person.full_name,
      iin,
      is_email_verified: true,
      is_phone_verified: true,
      locale,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rights = role_id === 2 ? EMPLOYEE_RIGHTS : [];
  await db.insertInto('memberships').values({ user_id: user.id, company_id, role_id, rights }).execute();
  const keys = [];
  for (const kind of ['gost512', 'rsa'] as const)
    keys.push(await addKey(app, { ...input, iin, user_id: user.id }, kind));
  return {
    actor: {
      user_id: user.id,
      session_id: 0,
      full_name: person.full_name,
      iin,
      role_id,
      role: role_id === 3 ? 'executor' : 'business',
      company_id,
      rights: 'all',
      key: null,
      platform_rights: new Set(),
      proof_at: null,
      locale,
    },
    signing: keys.find((key) => key.algorithm === algorithm)!,
  };
}

async function addKey(
  app: App,
  input: NewPerson & { iin: string; user_id: number },
  algorithm: 'gost512' | 'rsa',
) {
  const { person, organization, company_id, user_id } = input;
  const now = app.parts.clock.now();
  const issued = await app.sandbox_nca!.issueKey({
    algorithm,
    subject: {
      common_name: `${person.surname} ${person.first_name}`.toUpperCase(),
      surname: person.surname.toUpperCase(),
      given_name: person.patronymic.toUpperCase(),
      iin: input.iin,
      country: 'KZ',
      ...(organization ? { organization: organization.name, bin: organization.bin } : {}),
    },
    profile: { kind: 'signer', rights: input.rights },
    password: KEY_PASSWORD,
    not_before: new Date(now.getTime() - 300 * 86_400_000),
    not_after: new Date(now.getTime() + 365 * 86_400_000),
  });
  const mark = algorithm === 'gost512' ? 'GOST512' : 'RSA';
  await app.parts.db
    .insertInto('sandbox.keys')
    .values({
      user_id,
      company_id,
      algorithm,
      name: `${mark} · ${person.surname} ${person.first_name}`,
      file_name: `${mark}_${issued.certificate.serial.slice(0, 16)}.p12`,
      password: KEY_PASSWORD,
      pkcs12: Buffer.from(issued.pkcs12),
      serial: issued.certificate.serial,
      valid_until: issued.certificate.not_after,
    })
    .execute();
  return { algorithm, key: issued.key, certificate: parseCertificate(issued.certificate.der)! };
}
