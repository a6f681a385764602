import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import type { Reply } from './calls.ts';
import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';
import { testPhone, type Shown } from './phone.ts';
import { beginRegistration, ensureAgreement, goTo, makeNewcomer } from './registrations.ts';
import type { Digests } from './signing-keys.ts';

/** A call that takes a CMS: what is to be signed there, and what becomes of a signature. */
export interface SignatureDoor {
  name: string;
  target(): Promise<Digests>;
  /** `ok`, `pending_proof`, or the code of the refusal. */
  give(cms: Buffer): Promise<string>;
}

const codeOf = (reply: Reply): string =>
  reply.status === 200 ? 'ok' : (reply.json as { code: string }).code;
const first = ({ items: [row] }: BulkAnswer): string => row!.code ?? row!.status;

export function actDoor(app: TestApp, by: Person, act_id: number): SignatureDoor {
  return {
    name: 'acts.sign',
    target: async () => (await app.ok('acts.get', by, { params: { act_id } })).file!,
    give: async (cms) =>
      first(
        await app.ok('acts.sign', by, { body: { signatures: [{ act_id, cms: cms.toString('base64') }] } }),
      ),
  };
}

export function documentDoor(app: TestApp, by: Person, document_id: number): SignatureDoor {
  return {
    name: 'documents.sign',
    target: async () => (await app.ok('documents.get', by, { params: { doc_id: document_id } })).file!,
    give: async (cms) =>
      first(
        await app.ok('documents.sign', by, {
          body: { signatures: [{ document_id, cms: cms.toString('base64') }] },
        }),
      ),
  };
}

/** `PUT qr-signing/doc`: one code, in which a refused signature may be followed by another. */
export async function phoneDoor(app: TestApp, by: Person, act_id: number): Promise<SignatureDoor> {
  const phone = testPhone(app.http);
  const code = await app.ok('qr.make', by, { query: { doc_ids: [act_id], doc_type: 'act' } });
  const { document } = await phone.invitation(code.text!);
  const shown = await phone.documents(document);
  const signedBy = (data: string): Shown => ({
    ...shown,
    documentsToSign: shown.documentsToSign.map((one) => ({
      ...one,
      document: { file: { ...one.document.file, data } },
    })),
  });
  return {
    name: 'PUT qr-signing/doc',
    target: async () => (await app.ok('acts.get', by, { params: { act_id } })).file!,
    async give(cms) {
      const reply = await phone.put(document, signedBy(cms.toString('base64')));
      // The app knows what a refusal is by this number alone.
      if (reply.status !== 200 && codeOf(reply) !== 'in_progress' && reply.status !== 403)
        return `${reply.status} ${codeOf(reply)}`;
      return codeOf(reply);
    },
  };
}

/** A registration of the director's company that knows already who registers. */
export async function registrationDoor(
  app: TestApp,
  who: { iin: string; bin: string },
): Promise<SignatureDoor & { hash_key: string }> {
  await ensureAgreement(app);
  const newcomer = await makeNewcomer(app, 'business');
  const hash_key = await beginRegistration(app, newcomer);
  await goTo(app, newcomer, hash_key, 'ecp');
  const { db } = app.parts;
  const { user_id } = await db
    .updateTable('registrations')
    .set({ bin: who.bin })
    .where('bin', '=', newcomer.bin)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ iin: who.iin }).where('id', '=', user_id).execute();
  return {
    name: 'register/ecp',
    hash_key,
    target: () => app.ok('registration.ecp_challenge', null, { body: { hash_key } }),
    give: async (cms) =>
      codeOf(await app.raw('registration.ecp', null, { body: { hash_key, cms: cms.toString('base64') } })),
  };
}

export function loginDoor(app: TestApp): SignatureDoor & { enter(cms: Buffer): Promise<Reply> } {
  let content = '';
  const enter = async (cms: Buffer) => {
    // Guesses are slowed down; here many are made on purpose.
    await app.parts.db.deleteFrom('sign_in_failures').execute();
    return app.raw('auth.login_ecp', null, { body: { content, cms: cms.toString('base64') } });
  };
  return {
    name: 'auth/login/ecp',
    async target() {
      const challenge = await app.ok('auth.ecp_challenge', null, {});
      content = challenge.content;
      return challenge;
    },
    enter,
    give: async (cms) => codeOf(await enter(cms)),
  };
}
