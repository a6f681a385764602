import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { queueMessage } from './public.ts';
import { readMessage } from './read-outbox.ts';
import { sendMessages } from './send-messages.ts';

const app = await makeTestApp();
const admin = await makeAdministrator(app, ['users']);
beforeEach(() => app.parts.db.deleteFrom('messages').execute());
afterAll(() => app.close());

const queue = (expires_at: Date | null = new Date(Date.now() + 600_000)) =>
  queueMessage(app.parts, app.parts.db, {
    kind: 'code',
    to: { channel: 'sms', recipient: '+77011234567', locale: 'ru' },
    values: { code: '004217' },
    secret: ['code'],
    expires_at,
  });
const only = async () =>
  (await app.parts.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()).id;
const get = async () => app.ok('outbox.get', admin, { params: { message_id: await only() } });

test('without a gateway the code is read in the one message, never in the list, and only while it is good', async () => {
  await queue();
  await sendMessages(app.parts);
  const list = await app.raw('outbox.list', admin, { query: { recipient: '+77011234567' } });
  expect(list.text).not.toContain('004217');
  expect(list.text).not.toContain('+77011234567');
  expect(list.json).toMatchObject({ total: 1, items: [{ state: 'kept', recipient: '+7701•••••67' }] });
  expect(await get()).toMatchObject({
    is_open: true,
    recipient: '+77011234567',
    body: expect.stringContaining('004217'),
  });
  await app.parts.db
    .updateTable('messages')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const late = await get();
  expect([late.is_open, late.body.includes('004217')]).toEqual([false, false]);
});

test('in production nobody reads it here or in the output of the process, gateway or not', async () => {
  await queue();
  const said: unknown[] = [];
  const note = (line: unknown) => void said.push(line);
  const production = {
    ...app.parts,
    config: { ...app.parts.config, sandbox: false },
    show_message: note,
    log: { ...app.parts.log, warn: note },
  };
  await sendMessages(production as never);
  expect(said).toEqual([{ event: 'message.no_gateway', id: await only(), to: expect.stringContaining('•') }]);
  expect(JSON.stringify(said)).not.toMatch(/004217|1234567/);
  const message = await readMessage(production as never, admin as never, await only());
  expect([message.is_open, message.body.includes('004217')]).toEqual([false, false]);
});

test('with a gateway nobody reads it here', async () => {
  await queue();
  const sms = { name: 'smsc', send: () => Promise.reject(new Error('not asked')) };
  const message = await readMessage({ ...app.parts, sms } as never, admin as never, await only());
  expect([message.is_open, message.body.includes('004217')]).toEqual([false, false]);
});

test('a failed message goes again while its text is whole; without it one is told so', async () => {
  await queue();
  const params = { message_id: await only() };
  await app.parts.db.updateTable('messages').set({ state: 'failed', tries: 8 }).execute();
  expect(await app.ok('outbox.send_again', admin, { params })).toMatchObject({ state: 'waiting', tries: 0 });
  // Again is the same.
  expect(await app.ok('outbox.send_again', admin, { params })).toMatchObject({ state: 'waiting' });
  await app.parts.db.updateTable('messages').set({ state: 'failed', sealed: null }).execute();
  expect((await get()).may_send_again).toBe(false);
  expect(await app.refused('outbox.send_again', admin, { params })).toMatchObject({
    status: 409,
    code: 'message.text_lost',
  });
});
