import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { signBare } from '@kelisim/eds/x509/sign-bare.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import { openPageSession } from '../src/features/qr-signing/public.ts';
import type { esfCalls } from '@kelisim/shared/features/esf/esf.contract.ts';
import type { CallAnswer } from '@kelisim/shared/kernel/call.ts';
import { openEsfSession } from '../src/features/esf/esf-session.ts';
import { addEsf } from '../src/features/esf/esf.queries.ts';
import { setEsfCredentials } from '../src/features/registration/public.ts';
import type { CompanyActor } from '../src/platform/actor.ts';
import { nodePrimitives as primitives } from '../src/platform/node-primitives.ts';
import type { TestApp } from './make-app.ts';
import type { Deal } from './papers.ts';
import type { Person } from './people.ts';
import { signDigests, type SigningKey } from './signing-keys.ts';
import type { Shown } from './phone.ts';

export const ESF_PASSWORD = 'құпия-ЭШФ-канарейка';

/** What an invoice needs of both sides, and the login of the executor. */
export async function readyForEsf(app: TestApp, { company, executor }: Deal): Promise<void> {
  await app.parts.db
    .updateTable('companies')
    .set({ address: 'г. Алматы, ул. Образцовая, 1' })
    .where('id', 'in', [company.id, executor.id])
    .execute();
  await app.ok('credentials.set_esf', executor.person, {
    body: { login_esf: executor.bin, password: ESF_PASSWORD },
  });
}

/** As eGov Mobile signs documents of unlike methods: CMS, XML, and the bare value over bytes. */
export async function signMixed(shown: Shown, by: SigningKey): Promise<Shown> {
  const documentsToSign = await Promise.all(
    shown.documentsToSign.map(async (one) => {
      const method = one.signMethod ?? shown.signMethod;
      if (method === 'XML') {
        const { documentXml: xml } = one as unknown as { documentXml: string };
        return { ...one, documentXml: await signXml({ xml, ...by, primitives }) };
      }
      const content = Buffer.from(one.document.file.data, 'base64');
      const data = method === 'SIGN_BYTES_ARRAY' ? await bare(content, by) : await detached(content, by);
      return { ...one, document: { file: { ...one.document.file, data } } };
    }),
  );
  return { ...shown, documentsToSign };
}

async function bare(content: Buffer, { key, certificate }: SigningKey): Promise<string> {
  const text = content.toString('utf8');
  const made = await signBare({ text, key, certificate, primitives });
  const lines = made.certificate.match(/.{1,64}/g)!;
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return JSON.stringify({ ...made, certificate: Buffer.from(pem).toString('base64') });
}

/** As a page signs by a key of its own. */
export async function signHere(items: ToSignHere[], by: SigningKey) {
  return Promise.all(
    items.map(async ({ position, method, text, file }) => {
      if (file) return { position, signature: await signDigests(by, file) };
      if (method === 'XML') return { position, signature: await signXml({ xml: text!, ...by, primitives }) };
      return { position, ...(await signBare({ text: text!, ...by, primitives })) };
    }),
  );
}

type ToSignHere = CallAnswer<(typeof esfCalls)['esf.prepare']>['items'][number];

/** A signing at the page of this person that waits for its signatures. */
export async function makePageSession(app: TestApp, of: Person, act_id: number): Promise<number> {
  const names = { ru: 'Сынақ', kz: 'Сынақ', en: 'Test' };
  const item = { subject_id: act_id, file_id: null, content: Buffer.from('<a/>'), meta: [] };
  const { session_id } = await openPageSession(
    app.parts,
    { user_id: of.user_id, company_id: of.company_id, session_id: null },
    {
      doc_type: 'invoice',
      organisation: { ...names, bin: of.iin },
      description: names,
      back_url: app.parts.config.public_url,
      items: [{ ...item, sign_method: 'SIGN_BYTES_ARRAY', names }],
    },
  );
  return session_id;
}

async function detached(content: Buffer, by: SigningKey): Promise<string> {
  const sha256 = Buffer.from(await primitives.hash('sha256', content)).toString('hex');
  return signDigests(by, { sha256, streebog512: Buffer.from(streebog512(content)).toString('hex') });
}

/** A paper of a signed act that waits to be handed in. */
export async function makeReadyEsf(app: TestApp, deal: Deal, act_id: number): Promise<number> {
  const id = await app.parts.db.transaction().execute((tx) =>
    addEsf(tx, {
      company_id: deal.company.id,
      act_id,
      act_version: 1,
      seller_company_id: deal.executor.id,
      kind: 'invoice',
      type: 'ORDINARY_INVOICE',
      number: String(act_id),
      issued_on: '2026-11-20',
      turnover_on: '2026-11-20',
      amount_tiyn: 100n,
      status: 'ready',
      channel: 'api',
      xml: '<a/>',
      signature: 'AA==',
      certificate: Buffer.from('00', 'hex'),
      signer_name: 'СЫНАҚОВ',
      created_by: deal.executor.person.user_id,
      next_try_at: new Date(Date.now() + 3_600_000),
    }),
  );
  if (id === null) throw new Error('The act has such a paper already.');
  return id;
}

/** Signs a company in to ИС ЭСФ, without the phone. */
export async function signInToEsf(app: TestApp, person: Person, bin: string): Promise<void> {
  const { parts } = app;
  const actor = { ...person, role: person.side } as unknown as CompanyActor;
  await parts.db.transaction().execute((tx) => setEsfCredentials(parts.config, tx, actor, bin, ESF_PASSWORD));
  const xml = await parts.esf!.makeTicket(person.iin);
  await openEsfSession(parts, actor, bin, await signXml({ xml, ...person.key, primitives }));
}

let issued = 0;

/** An invoice that ИС ЭСФ told a company of, from a seller it does not know. */
export async function makeInbound(
  app: TestApp,
  { company }: Pick<Deal, 'company'>,
  given: { seller_tin?: string; delivery_number?: string } = {},
): Promise<number> {
  const now = new Date();
  const { id } = await app.parts.db
    .insertInto('esf_inbound')
    .values({
      company_id: company.id,
      external_id: '1',
      registration_number: `ESF-210140000105-20261120-${String(++issued).padStart(8, '0')}`,
      issued_on: '2026-11-20',
      seller_tin: '210140000105',
      currency: 'KZT',
      amount_tiyn: 100n,
      vat_tiyn: 0n,
      status: 'registered',
      system_status: 'CREATED',
      xml: '<a/>',
      read_at: now,
      changed_at: now,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
