import { expect } from 'vitest';
import { newEmail, newPhone } from '../registrations.ts';
import { expectFields, type Items, type Thing } from './client.ts';
import type { World } from './world.ts';

/** E-mail, phone and password of a person, each by its codes, and a person's own page. */
export async function changeCredentials(world: World): Promise<void> {
  const { executor } = world;
  const { who } = executor;
  const code = (recipient: string) => world.codeOf(recipient).then((sent) => ({ code: sent }));

  const email = newEmail();
  await world.later();
  await executor.post('auth/change/email', { body: { email } });
  await executor.post('auth/change/email/check/sms', { body: await code(who.phone) });
  await executor.post('auth/change/email/check/email', { body: await code(email) });
  await executor.put('auth/change/email', { body: { email } });
  who.email = email;

  const phone = newPhone();
  await world.later();
  await executor.post('auth/change/phone/start', { body: { phone } });
  await executor.post('auth/change/phone/check-email-code', { body: await code(email) });
  await executor.post('auth/change/phone/check-phone-code', { body: { ...(await code(phone)), phone } });
  await executor.put('auth/change/phone/update', { body: { phone } });
  who.phone = phone;

  await world.later();
  await executor.post('auth/change/password/start', { body: {} });
  await executor.post('auth/change/password/check', { body: await code(email) });
  const password = 'Ақ-қайың-жеті-тұлпар';
  await executor.put('auth/change/password/update', { body: { password, confirm_password: password } });
  who.password = password;
  const signed_in = await world.newClient().post('auth/login/phone', { body: { phone, password } });
  executor.token = String(signed_in.access_token);

  await executor.put('auth/settings/password/esf', {
    body: { login_esf: who.iin, password: 'Esf-2027-pass' },
  });
  await world.later();
  await executor.post('user/phone-code', { body: { phone } });
  await executor.post('user/confirm-phone', { body: { ...(await code(phone)), phone } });
  const profile = await executor.get('user/profile');
  expect(profile).toMatchObject({
    email,
    phone,
    role_id: 3,
    is_email_verified: true,
    is_phone_verified: true,
  });
  expectFields(
    profile,
    'id, email, phone, role_id, status, is_email_verified, is_phone_verified, created_at, updated_at, last_login',
  );
  expect(await executor.get('user/{user_id}', { path: { user_id: executor.user_id } })).toMatchObject({
    email,
  });
}

export async function administerUsers(world: World): Promise<void> {
  const { admin, executor } = world;
  const { items } = await admin.get<Items>('user/list', { query: { page: 1, limit: 20 } });
  for (const user of items)
    expectFields(
      user,
      'id, email, phone, role_id, status, is_email_verified, is_phone_verified, created_at, updated_at, last_login',
    );
  const { user_id } = executor;
  expect(items.find((user) => user.id === user_id)).toMatchObject({ role_id: 3 });
  const path = { user_id };
  await admin.post('user/block/{user_id}', { path });
  expect(await executor.ask('GET', 'user/profile')).toMatchObject({ status: 401 });
  await admin.post('user/unblock/{user_id}', { path });
  const { who } = executor;
  const body = { email: who.email, password: who.password };
  executor.token = String((await executor.post<Thing>('auth/login/ip', { body })).access_token);
  await executor.get('user/profile');
  await admin.delete('user/delete/{user_id}', { path });
  expect(await executor.ask('GET', 'user/profile')).toMatchObject({ status: 401 });
}
