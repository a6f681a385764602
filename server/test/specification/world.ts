import { signCms } from '@kelisim/eds/cms/sign.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { sandboxCompanies } from '../../src/adapters/company-register/sandbox/sandbox-companies.ts';
import { nodePrimitives } from '../../src/platform/node-primitives.ts';
import { makeTestApp, type TestApp } from '../make-app.ts';
import { samplePdf } from '../papers.ts';
import { makeAdministrator } from '../people.ts';
import { forgetRequests, lastCode, newEmail, newNumber, newPhone } from '../registrations.ts';
import { issueTestKey, type SigningKey } from '../signing-keys.ts';
import { Client, type Thing } from './client.ts';

/** Somebody with a phone, an e-mail and a key, who has not come yet. */
export interface Stranger {
  phone: string;
  email: string;
  password: string;
  iin: string;
  bin: string;
  name: string;
  key: SigningKey;
}

/** One product and those who use it, from the first step of a registration on. */
export interface World {
  app: TestApp;
  visitor: Client;
  admin: Client;
  business: Client & { who: Stranger; user_id: number; company_id: number };
  executor: Client & { who: Stranger; user_id: number; company_id: number };
  newClient(): Client;
  /** The code that was sent last to a phone or an e-mail. */
  codeOf(recipient: string): Promise<string>;
  /** As if codes had last been asked for long ago. */
  later(): Promise<void>;
  bank: Thing & { bic: string; code: string; name: string; iban_code: string };
  iban(): string;
  /** What later sections need of earlier ones. */
  kept: Record<'contract_id' | 'template_id' | 'executor_company_id', number>;
}

export async function makeWorld(): Promise<World> {
  // LibreOffice takes seconds and has tests of its own.
  const docx_to_pdf = { convert: () => samplePdf(), close: async () => undefined };
  const app = await makeTestApp({ docx_to_pdf });
  const address = await app.listen();
  app.watch();
  const newClient = () => new Client(address);
  const admin = newClient();
  admin.token = (await makeAdministrator(app, ['support', 'companies', 'tariffs', 'users'])).token;
  let accounts = 0;
  const world = {
    app,
    newClient,
    visitor: newClient(),
    admin,
    codeOf: (recipient: string) => lastCode(app, recipient),
    later: () => forgetRequests(app),
    iban: () => makeIban(world.bank.iban_code, String(++accounts).padStart(13, '7')),
    kept: {},
  } as unknown as World;
  return world;
}

export async function makeStranger(kind: 'company' | 'trader'): Promise<Stranger> {
  const { bin, name_ru: name } = sandboxCompanies.find((one) => one.is_sole_trader === (kind === 'trader'))!;
  const iin = kind === 'company' ? newNumber('iin') : bin;
  const key = await issueTestKey({
    algorithm: 'rsa',
    subject: {
      common_name: 'ЖАҢА АДАМ',
      iin,
      country: 'KZ',
      ...(kind === 'company' && { organization: name, bin }),
    },
    profile: { kind: 'signer', rights: kind === 'company' ? ['organisation', 'head'] : ['person'] },
  });
  return { phone: newPhone(), email: newEmail(), password: 'Сары-дала-сегіз-тұлпар', iin, bin, name, key };
}

/** What NCALayer would make of those bytes. */
export async function sign(who: Stranger, bytes: Uint8Array): Promise<string> {
  const cms = await signCms({
    content: bytes,
    ...who.key,
    signing_time: new Date(),
    primitives: nodePrimitives,
  });
  return Buffer.from(cms).toString('base64');
}

export const day = (days: number) =>
  new Date(Date.now() + 5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
