import { randomInt, randomUUID } from 'node:crypto';
import type { RegistrationKind } from '@kelisim/shared/features/registration/registration-stage.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { SubjectRight } from '@kelisim/eds/x509/rights.ts';
import { addAgreement, findAgreement } from '../src/features/agreement/public.ts';
import { openMessage } from '../src/features/messages/public.ts';
import type { TestApp } from './make-app.ts';
import { samplePdf, TODAY } from './papers.ts';
import type { TestCompany } from './people.ts';
import { issueTestKey, signDigests, type SigningKey } from './signing-keys.ts';

export const NEW_PASSWORD = 'Сары-дала-сегіз-тұлпар';

export function newPhone(): string {
  return `+7701${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

export const newEmail = () => `${randomUUID()}@reg.example`;

/** БИН of a company (`YYMM40…`, 10–23) or ИИН of a person (`88061…`) that nobody has. */
export function newNumber(kind: 'bin' | 'iin'): string {
  for (;;) {
    // In one month alone a hundred companies would meet now and then.
    const month = `${10 + randomInt(14)}${String(1 + randomInt(12)).padStart(2, '0')}`;
    const start = kind === 'bin' ? `${month}40` : '8806153';
    const number = withCheckDigit(
      start + String(randomInt(10 ** (11 - start.length))).padStart(11 - start.length, '0'),
    );
    if (number) return number;
  }
}

/** The code that was sent last to a receiver. */
export async function lastCode(app: TestApp, recipient: string): Promise<string> {
  return /\d{6}/.exec(await lastMessage(app, recipient, 'code'))![0];
}

export async function lastMessage(app: TestApp, recipient: string, kind: string): Promise<string> {
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.and({ recipient, kind }))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return openMessage(app.parts, row).body;
}

/** As if what was asked to be sent had been asked long ago. */
export async function forgetRequests(app: TestApp): Promise<void> {
  await app.parts.db.deleteFrom('message_requests').execute();
}

export async function ensureAgreement(app: TestApp): Promise<void> {
  if (await findAgreement(app.parts.db)) return;
  const pdf = await samplePdf();
  await app.parts.db
    .transaction()
    .execute((tx) =>
      addAgreement(tx, { name: 'agreement.pdf', pdf, sha256: Buffer.alloc(32, 1), uploaded_by: null }),
    );
}

/** A bank and an account in it. */
async function newAccount(app: TestApp): Promise<{ bank_id: number; iban: string }> {
  const bank = await app.parts.db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('iban_code', 'is not', null)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  const iban = makeIban(bank.iban_code!, String(randomInt(10 ** 12)).padStart(13, '0'));
  return { bank_id: bank.id, iban };
}

/** A person who registers: what they type and the key they sign with. */
export interface Newcomer {
  kind: RegistrationKind;
  type: 'too' | 'ip';
  phone: string;
  email: string;
  bin: string;
  iin: string;
  name: string;
  key: SigningKey;
  account: { bank_id: number; iban: string };
}

export async function makeNewcomer(
  app: TestApp,
  kind: RegistrationKind,
  more: Partial<Pick<Newcomer, 'phone' | 'bin' | 'type'>> & { rights?: SubjectRight[] } = {},
): Promise<Newcomer> {
  const type = more.type ?? (kind === 'business' ? 'too' : 'ip');
  const iin = type === 'ip' && more.bin ? more.bin : newNumber('iin');
  const bin = more.bin ?? (type === 'ip' ? iin : newNumber('bin'));
  const name = type === 'ip' ? `ИП Жаңа ${bin.slice(6)}` : `ТОО «Жаңа ${bin.slice(6)}»`;
  const key = await issueTestKey({
    algorithm: 'rsa',
    subject: {
      common_name: 'ЖАҢА АДАМ',
      iin,
      country: 'KZ',
      ...(type === 'too' && { organization: name, bin }),
    },
    profile: {
      kind: 'signer',
      rights: more.rights ?? (type === 'too' ? ['organisation', 'head'] : ['person']),
    },
  });
  const phone = more.phone ?? newPhone();
  return { kind, type, phone, email: newEmail(), bin, iin, name, key, account: await newAccount(app) };
}

/** Begins; answers the key. */
export async function beginRegistration(app: TestApp, who: Newcomer, hash?: string): Promise<string> {
  await forgetRequests(app);
  const { hash_key } = await app.ok('registration.phone', null, {
    body: { phone: who.phone, kind: who.kind, ...(hash && { hash }) },
  });
  return hash_key;
}

/** The steps after the phone by name, each as a person with right data takes it. */
export const steps = {
  async phone_code(app: TestApp, who: Newcomer, hash_key: string) {
    return app.raw('registration.check_code', null, {
      body: { code: await lastCode(app, who.phone), hash_key },
    });
  },
  async email(app: TestApp, who: Newcomer, hash_key: string) {
    return app.raw('registration.email', null, {
      body: { email: who.email, password: NEW_PASSWORD, hash_key },
    });
  },
  async email_code(app: TestApp, who: Newcomer, hash_key: string) {
    return app.raw('registration.check_code', null, {
      body: { code: await lastCode(app, who.email), hash_key },
    });
  },
  company_data: async (app: TestApp, who: Newcomer, hash_key: string) =>
    app.raw('registration.company', null, {
      body: {
        hash_key,
        bin: who.bin,
        type: who.type,
        name: who.name,
        address: 'г. Алматы, ул. Абая, 1',
        ceo: 'Жаңа Адам',
      },
    }),
  bank: async (app: TestApp, who: Newcomer, hash_key: string) =>
    app.raw('registration.bank', null, { body: { hash_key, ...who.account } }),
  async ecp(app: TestApp, who: Newcomer, hash_key: string) {
    const cms = await signChallenge(app, who, hash_key);
    return app.raw('registration.ecp', null, { body: { hash_key, cms } });
  },
  esf: async (app: TestApp, _: Newcomer, hash_key: string) =>
    app.raw('registration.esf', null, { body: { hash_key, postponed: true } }),
  async offer_agreement(app: TestApp, _: Newcomer, hash_key: string) {
    await ensureAgreement(app);
    return app.raw('registration.confirm_agreement', null, { body: { hash_key } });
  },
  async contract(app: TestApp, who: Newcomer, hash_key: string) {
    const { file } = await app.ok('registration.contract_to_sign', null, { params: { hash_key } });
    const cms = await signDigests(who.key, file);
    return app.raw('registration.sign_contract', null, { query: { hash_key }, body: { cms } });
  },
};
export type StepName = keyof typeof steps;

export async function signChallenge(
  app: TestApp,
  who: Pick<Newcomer, 'key'>,
  hash_key: string,
): Promise<string> {
  const challenge = await app.ok('registration.ecp_challenge', null, { body: { hash_key } });
  return signDigests(who.key, challenge);
}

/** Takes the steps from where it stands until the stage is reached. */
export async function goTo(app: TestApp, who: Newcomer, hash_key: string, stage: string): Promise<void> {
  for (;;) {
    const now = await app.ok('registration.stage', null, { query: { hash_key } });
    if (now.stage === stage) return;
    const reply = await steps[now.stage as StepName](app, who, hash_key);
    if (reply.status !== 200) throw new Error(`${now.stage} was answered ${reply.status}: ${reply.text}`);
  }
}

export async function makeInvitationContract(
  app: TestApp,
  company: Pick<TestCompany, 'director'>,
): Promise<number> {
  const made = await app.ok('invitations.upload_contract', company.director, {
    body: {
      title: 'Договор с исполнителем',
      type_id: '1',
      start_date: addDays(TODAY, -1),
      end_date: addDays(TODAY, 300),
    },
    files: { file: { name: 'договор.pdf', bytes: await samplePdf() } },
  });
  return made.contract_document_id;
}

/** Invites a phone; answers what stands in the link of the SMS. */
export async function inviteByPhone(
  app: TestApp,
  company: Pick<TestCompany, 'director'>,
  phone: string,
): Promise<string> {
  await forgetRequests(app);
  await app.ok('invitations.create', company.director, {
    body: {
      name: 'Шақырылған Адам',
      phone,
      end_date: addDays(TODAY, 14),
      contract_document_id: await makeInvitationContract(app, company),
    },
  });
  return linkOf(await lastMessage(app, phone, 'executor_invited'));
}

export function linkOf(message: string): string {
  return /\?hash=([\w-]{32})/.exec(message)![1]!;
}
