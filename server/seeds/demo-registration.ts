import { createHash } from 'node:crypto';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import type { App } from '../src/app.ts';
import { addAgreement, findAgreement } from '../src/features/agreement/public.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { keepSource } from '../src/features/documents/public.ts';
import { addContract } from '../src/features/invitations/contracts.queries.ts';
import { inviteExecutor } from '../src/features/invitations/invite-executor.ts';
import { openMessage } from '../src/features/messages/public.ts';
import { acceptAgreement } from '../src/features/registration/accept-agreement.ts';
import { confirmCode } from '../src/features/registration/confirm-code.ts';
import { chooseBank, enterCompany, enterEmail } from '../src/features/registration/enter-data.ts';
import { enterPhone } from '../src/features/registration/enter-phone.ts';
import { makeChallenge, signEcp } from '../src/features/registration/sign-ecp.ts';
import { DEMO_PASSWORD } from '../src/features/sandbox/public.ts';
import { nodePrimitives } from '../src/platform/node-primitives.ts';
import { newPublicId } from '../src/platform/files/files.ts';
import { agreementText } from './agreement-text.ts';
import { makeContractPress } from './demo-contract.ts';
import type { DemoMembers } from './demo-members.ts';

export const ADMINISTRATOR = 'admin@kelisim.example';
const ROLE_ADMIN = 4;

/** Who looks after the platform. */
export async function addAdministrator({ parts: { db } }: App): Promise<void> {
  const user = await db
    .insertInto('users')
    .values({
      email: ADMINISTRATOR,
      full_name: 'Әлиева Сәуле Бауыржанқызы',
      password_hash: await hashPassword(DEMO_PASSWORD),
      is_email_verified: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_permissions')
    .values({ user_id: user.id, role_id: ROLE_ADMIN, allow: [...PLATFORM_RIGHTS] })
    .execute();
}

/** Without an agreement nobody can register; the sandbox has a sample of one. */
export async function addAgreementSample({ parts }: App): Promise<void> {
  if (await findAgreement(parts.db)) return;
  const { sections, ...words } = agreementText;
  const check_url = `${parts.config.public_url}/api/v1/doc/admin/user-agreement`;
  const pdf = Buffer.from(
    await parts.pdf.renderFacts(
      {
        ...words,
        language: 'ru',
        public_id: newPublicId(),
        check_url,
        check: words.check.replace('{url}', check_url),
        sections: sections.map((section) => ({ ...section, verdict: null, tone: 'good' as const })),
        notes: [],
      },
      parts.clock.now(),
    ),
  );
  const sha256 = createHash('sha256').update(pdf).digest();
  await parts.db
    .transaction()
    .execute((tx) => addAgreement(tx, { name: 'kelisim-agreement.pdf', pdf, sha256, uploaded_by: null }));
}

const PHONE = '+77013000301';
const EMAIL = 'office@tau.example';
const COMPANY = { bin: '21044000456', name: 'ТОО «Тау Сервис»', head: 'Мұратов Асхат Ерланұлы' };

/** A company that its accountant registers: an administrator has to look. */
export async function addWaitingCompany(app: App): Promise<void> {
  const { parts } = app;
  const from = { ip: '127.0.0.1', locale: 'ru' as const };
  const { hash_key } = await enterPhone(parts, { phone: PHONE, kind: 'business' }, from);
  const caller = { ...from, hash_key };
  await confirmCode(parts, caller, await codeOf(app, PHONE));
  await enterEmail(parts, caller, { email: EMAIL, password: DEMO_WAITING_PASSWORD });
  await confirmCode(parts, caller, await codeOf(app, EMAIL));
  const bin = withCheckDigit(COMPANY.bin)!;
  await enterCompany(parts, caller, {
    bin,
    type: 'too',
    name: COMPANY.name,
    address: 'г. Шымкент, ул. Кунаева, 17',
    ceo: COMPANY.head,
  });
  const bank = await parts.db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('bic', '=', 'CASPKZKA')
    .executeTakeFirstOrThrow();
  await chooseBank(parts, caller, { bank_id: bank.id, iban: makeIban(bank.iban_code!, '0000000521001') });
  await signEcp(parts, caller, await signAsAccountant(app, caller, bin));
  await acceptAgreement(parts, caller, undefined);
  await parts.db.deleteFrom('messages').where('recipient', 'in', [PHONE, EMAIL]).execute();
}

const DEMO_WAITING_PASSWORD = 'Бүркіт-ұшады-таңертең-47';

/** The code that was just queued; the demo data have no phone to read it from. */
async function codeOf({ parts }: App, recipient: string): Promise<string> {
  const row = await parts.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(openMessage(parts, row).body)![0];
}

async function signAsAccountant(
  app: App,
  caller: Parameters<typeof makeChallenge>[1],
  bin: string,
): Promise<Buffer> {
  const { parts } = app;
  const now = parts.clock.now();
  const { key, certificate } = await app.sandbox_nca!.issueKey({
    algorithm: 'gost512',
    subject: {
      common_name: 'ЖҮНІСОВА АЙНҰР',
      iin: withCheckDigit('91031845007')!,
      country: 'KZ',
      organization: COMPANY.name,
      bin,
    },
    profile: { kind: 'signer', rights: ['organisation', 'employee'] },
    password: DEMO_WAITING_PASSWORD,
    not_before: new Date(now.getTime() - 86_400_000),
    not_after: new Date(now.getTime() + 365 * 86_400_000),
  });
  const challenge = await makeChallenge(parts, caller);
  return Buffer.from(
    await signCms({
      digest: {
        sha256: Buffer.from(challenge.sha256, 'hex'),
        streebog512: Buffer.from(challenge.streebog512, 'hex'),
      },
      key,
      certificate,
      signing_time: now,
      primitives: nodePrimitives,
    }),
  );
}

/** An executor who has been invited and has not come yet. */
export async function addInvitation(app: App, members: DemoMembers): Promise<void> {
  const { parts } = app;
  const business = members.businesses[0]!;
  const { actor } = business;
  const today = almatyDate(parts.clock.now());
  const [title, start_date, end_date] = ['Договор на доставку', today, addDays(today, 365)];
  const pdf = Buffer.from(
    makeContractPress()({
      title,
      language: 'ru',
      customer: business,
      executor: { name: 'Исполнитель, принявший приглашение', bin: '—' },
      service: 'Доставка заказов по городу',
      start_date,
      end_date,
    }),
  );
  await parts.db.transaction().execute(async (tx) => {
    const file = {
      name: 'договор-доставка.pdf',
      kind: 'pdf' as const,
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest(),
      read: async () => pdf,
    };
    const contract_document_id = await addContract(tx, {
      company_id: actor.company_id,
      title,
      type: 'services',
      start_date,
      end_date,
      source_file_id: await keepSource(parts, tx, actor, file),
      created_by: actor.user_id,
    });
    const invitation = {
      name: 'Сәбитов Ернар Дәуренұлы',
      phone: '+77013000401',
      end_date: addDays(today, 14),
      promised: { contract_document_id },
    };
    await inviteExecutor(parts, tx, actor, invitation);
  });
}
