import { randomBytes } from 'node:crypto';
import { keyHash } from '../src/features/registration/registration-key.ts';
import type { TestApp } from './make-app.ts';
import { makeInvitationContract, newEmail, newNumber, newPhone } from './registrations.ts';
import type { World } from './two-worlds.ts';

/** A registration that waits for an administrator, with a living key, made beside the steps that lead there. */
export async function makeWaitingRegistration(app: TestApp): Promise<{ id: number; hash_key: string }> {
  const { db } = app.parts;
  const [phone, email, bin] = [newPhone(), newEmail(), newNumber('bin')];
  const name = 'ТОО «Күтеді»';
  const user = await db
    .insertInto('users')
    .values({ full_name: 'Күтуші Адам', status: 'registering', phone, is_phone_verified: true, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  const company = await db
    .insertInto('companies')
    .values({ role: 'business', type: 'too', name, bin, status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ user_id: user.id, company_id: company.id, role_id: 1 })
    .execute();
  const row = await db
    .insertInto('registrations')
    .values({
      kind: 'business',
      stage: 'verification',
      user_id: user.id,
      locale: 'ru',
      phone,
      phone_confirmed_at: new Date(),
      email,
      email_confirmed_at: new Date(),
      type: 'too',
      bin,
      name,
      company_id: company.id,
      decision: 'waiting',
      waiting_since: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hash_key = randomBytes(32).toString('hex');
  await db
    .insertInto('registration_keys')
    .values({
      key_hash: keyHash(hash_key),
      registration_id: row.id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { id: row.id, hash_key };
}

/** An invitation of two days ago; its phone and id. */
export async function makeInvitation(
  app: TestApp,
  world: Pick<World, 'company' | 'director'>,
  phone = newPhone(),
): Promise<{ id: number; phone: string }> {
  const contract_id = await makeInvitationContract(app, world);
  const long_ago = new Date(Date.now() - 2 * 86_400_000);
  const row = await app.parts.db
    .insertInto('invitations')
    .values({
      company_id: world.company.id,
      name: 'Шақырылған',
      phone,
      status: 'sent',
      contract_id,
      end_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      link_hash: randomBytes(32),
      created_by: world.director.user_id,
      created_at: long_ago,
      reminded_at: long_ago,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, phone };
}

/** Invites the executor of the world, who has confirmed their number. */
export async function inviteOwnExecutor(app: TestApp, world: World): Promise<number> {
  const { phone } = await app.parts.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', world.worker.user_id)
    .executeTakeFirstOrThrow();
  const own = phone ?? newPhone();
  await app.parts.db
    .updateTable('users')
    .set({ phone: own, is_phone_verified: true })
    .where('id', '=', world.worker.user_id)
    .execute();
  await app.parts.db
    .updateTable('invitations')
    .set({ status: 'cancelled' })
    .where('phone', '=', own)
    .where('status', 'in', ['sent', 'opened'])
    .execute();
  return (await makeInvitation(app, world, own)).id;
}
