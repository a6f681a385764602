import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import { showHiddenIn } from '@kelisim/shared/kernel/plain-text.ts';
import kz from '@kelisim/shared/texts/kz/messages.ts';
import ru from '@kelisim/shared/texts/ru/messages.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { smtpMail } from '../../adapters/mail/smtp/smtp-mail.ts';
import { mobizonGateway } from '../../adapters/sms/mobizon/mobizon.ts';
import { smscGateway } from '../../adapters/sms/smsc/smsc.ts';
import type { Parts } from '../../parts.ts';
import { limitRequests, type Asker } from './limit-requests.ts';
import { expireMessages } from './messages.queries.ts';
import { openMessage, queueMessage, type QueuedMessage } from './queue-message.ts';
import { sendMessages } from './send-messages.ts';

const open: { close(): void }[] = [];

const app = await makeTestApp();
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await app.parts.db.deleteFrom('messages').execute();
  await app.parts.db.deleteFrom('message_requests').execute();
});
afterAll(() => app.close());

const code = (to: Partial<QueuedMessage['to']> = {}, rest: Partial<QueuedMessage> = {}): QueuedMessage => ({
  kind: 'code',
  to: { channel: 'sms', recipient: '+77011234567', locale: 'ru', ...to },
  values: { code: '004217' },
  secret: ['code'],
  ...rest,
});
const only = () => app.parts.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
const parts = (more: Partial<Parts>): Parts => ({ ...app.parts, ...more });

/** A gateway on loopback: answers what it is told and keeps what it was asked. */
async function gateway(answers: { status?: number; body: unknown }[]) {
  const asked: { path: string; form: URLSearchParams }[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      asked.push({ path: request.url!, form: new URLSearchParams(text) });
      const { status = 200, body } = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(server);
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function mailServer(refuse: { code: number } | null = null) {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refuse ? Object.assign(new Error('no such box'), { responseCode: refuse.code }) : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push({ close: () => server.close(() => undefined) });
  const mail = smtpMail({
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    from: 'Kelisim <no-reply@kelisim.example>',
  });
  open.push(mail);
  return { letters, mail };
}

test('a code lies sealed in its row, and is forgotten when it was delivered', async () => {
  await queueMessage(app.parts, app.parts.db, code());
  const row = await only();
  expect(JSON.stringify(row)).not.toContain('004217');
  expect(row.sealed!.includes(Buffer.from('004217'))).toBe(false);
  expect(row.body).toContain('••••••');
  const { asked, url } = await gateway([{ body: { id: 12345, cnt: 1, cost: '18', balance: '982' } }]);
  const sms = smscGateway({ login: 'kelisim', password: 'p', sender: 'KELISIM', url });
  await sendMessages(parts({ sms }));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.path).toBe('/sys/send.php');
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({
    login: 'kelisim',
    phones: '77011234567',
    charset: 'utf-8',
    fmt: '3',
    sender: 'KELISIM',
  });
  expect(asked[0]!.form.get('mes')).toContain('004217');
  expect(await only()).toMatchObject({ state: 'sent', gateway: 'smsc', gateway_id: '12345', sealed: null });
});

test('SMSC: no money on the account is tried again, a forbidden text is not', async () => {
  const { url } = await gateway([
    { body: { error: 'not enough money', error_code: 3 } },
    { body: { error: 'message is denied', error_code: 6, id: 1 } },
  ]);
  const sms = smscGateway({ login: 'k', password: 'p', sender: null, url });
  await queueMessage(app.parts, app.parts.db, code());
  await sendMessages(parts({ sms }));
  expect(await only()).toMatchObject({
    state: 'waiting',
    tries: 1,
    gateway_says: 'smsc: 3 not enough money',
  });
  expect((await only()).next_try_at.getTime()).toBeGreaterThan(Date.now());
  await app.parts.db
    .updateTable('messages')
    .set({ next_try_at: new Date(0) })
    .execute();
  await sendMessages(parts({ sms }));
  expect(await only()).toMatchObject({ state: 'failed', tries: 2, gateway_says: '6 message is denied' });
});

test('Mobizon: taken with its message id; wrong data are final; an answer of 502 is tried again', async () => {
  const { asked, url } = await gateway([
    { status: 502, body: 'bad gateway' },
    { body: { code: 0, data: { campaignId: '123', messageId: '456', status: 2 }, message: '' } },
    { body: { code: 1, data: { recipient: 'wrong' }, message: 'Invalid data' } },
  ]);
  const sms = mobizonGateway({ api_key: 'secret-key', sender: null, url });
  await queueMessage(app.parts, app.parts.db, code());
  await sendMessages(parts({ sms }));
  expect(await only()).toMatchObject({ state: 'waiting', gateway_says: 'the gateway answered 502' });
  await app.parts.db
    .updateTable('messages')
    .set({ next_try_at: new Date(0) })
    .execute();
  await sendMessages(parts({ sms }));
  expect(await only()).toMatchObject({ state: 'sent', gateway_id: '456' });
  expect(asked[1]!.path).toBe('/service/message/sendsmsmessage?output=json&api=v1&apiKey=secret-key');
  expect(asked[1]!.form.get('recipient')).toBe('77011234567');
  await app.parts.db.deleteFrom('messages').execute();
  await queueMessage(app.parts, app.parts.db, code());
  await sendMessages(parts({ sms }));
  expect(await only()).toMatchObject({ state: 'failed', gateway_says: '1 Invalid data' });
});

test('e-mail leaves through a real SMTP server; line breaks of a name stay out of the headers', async () => {
  const { letters, mail } = await mailServer();
  await queueMessage(app.parts, app.parts.db, {
    kind: 'employee_invited',
    to: { channel: 'email', recipient: 'aigul@example.kz', locale: 'kz' },
    values: { company: 'ТОО «Ә»\r\nBcc: all@example.kz', link: 'http://localhost:4400/x' },
  });
  await sendMessages(parts({ mail }));
  expect(await only()).toMatchObject({ state: 'sent', gateway: 'smtp' });
  const [head = ''] = letters[0]!.split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:/im);
  expect(head).toMatch(/^To: aigul@example\.kz$/m);
  expect(head).toMatch(/^Message-ID: <message-\d+@kelisim\.example>$/m);
});

test('what a gateway refused keeps its code while it is good, so that it may be sent again', async () => {
  const { mail } = await mailServer({ code: 550 });
  const letter = code({ channel: 'email', recipient: 'nobody@example.kz' });
  await queueMessage(app.parts, app.parts.db, { ...letter, expires_at: new Date(Date.now() + 60_000) });
  await sendMessages(parts({ mail }));
  const failed = await only();
  expect(failed.state).toBe('failed');
  expect(openMessage(app.parts, failed).body).toContain('004217');
  await app.parts.db
    .updateTable('messages')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  await expireMessages(app.parts.db);
  expect(await only()).toMatchObject({ state: 'failed', sealed: null });
});

test('a box that is not there is final, a server that is away is tried again', async () => {
  const letter = code({ channel: 'email', recipient: 'nobody@example.kz' });
  const { mail } = await mailServer({ code: 550 });
  await queueMessage(app.parts, app.parts.db, letter);
  await sendMessages(parts({ mail }));
  expect(await only()).toMatchObject({ state: 'failed', sealed: null });
  await app.parts.db.deleteFrom('messages').execute();
  const away = smtpMail({ url: 'smtp://127.0.0.1:9', from: 'a@kelisim.example' });
  open.push(away);
  await queueMessage(app.parts, app.parts.db, letter);
  await sendMessages(parts({ mail: away }));
  expect(await only()).toMatchObject({ state: 'waiting', tries: 1 });
});

test('two processes send a message once; one that died leaves it to the next', async () => {
  const { asked, url } = await gateway([{ body: { id: 1, cnt: 1 } }]);
  const sms = smscGateway({ login: 'k', password: 'p', sender: null, url });
  for (let i = 0; i < 30; i++)
    await queueMessage(
      app.parts,
      app.parts.db,
      code({ recipient: `+77011234${String(i).padStart(3, '0')}` }),
    );
  await Promise.all([1, 2, 3].map(() => sendMessages(parts({ sms }))));
  expect(asked).toHaveLength(30);
  expect(new Set(asked.map(({ form }) => form.get('phones'))).size).toBe(30);

  await app.parts.db.deleteFrom('messages').execute();
  await queueMessage(app.parts, app.parts.db, code());
  const dead = { state: 'sending' as const, tries: 1, leased_until: new Date(Date.now() + 60_000) };
  await app.parts.db.updateTable('messages').set(dead).execute();
  await sendMessages(parts({ sms }));
  expect(asked).toHaveLength(30);
  await app.parts.db
    .updateTable('messages')
    .set({ leased_until: new Date(0) })
    .execute();
  await sendMessages(parts({ sms }));
  expect(asked).toHaveLength(31);
});

test('a code that nobody waits for any more is not sent late', async () => {
  const { asked, url } = await gateway([{ body: { id: 1, cnt: 1 } }]);
  const sms = smscGateway({ login: 'k', password: 'p', sender: null, url });
  await queueMessage(app.parts, app.parts.db, code({}, { expires_at: new Date(Date.now() - 1000) }));
  await sendMessages(parts({ sms }));
  expect(asked).toHaveLength(0);
  expect(await only()).toMatchObject({ state: 'expired', sealed: null });
});

test('without a gateway the outbox is the delivery, until the code is worthless', async () => {
  const said: string[] = [];
  await queueMessage(app.parts, app.parts.db, code({}, { expires_at: new Date(Date.now() + 600_000) }));
  await sendMessages(parts({ show_message: (text) => said.push(text) }));
  expect(said).toEqual([expect.stringContaining('004217')]);
  expect((await only()).state).toBe('kept');
  expect((await only()).sealed).not.toBeNull();
  await app.parts.db
    .updateTable('messages')
    .set({ expires_at: new Date(0) })
    .execute();
  await sendMessages(app.parts);
  expect(await only()).toMatchObject({ state: 'kept', sealed: null });
});

test('the same event tells a person once', async () => {
  for (let i = 0; i < 3; i++)
    await queueMessage(app.parts, app.parts.db, code({}, { event_key: 'registration 7' }));
  expect(await app.parts.db.selectFrom('messages').select('id').execute()).toHaveLength(1);
});

const ask = (recipient: string, ip = '10.0.0.1') =>
  app.parts.db
    .transaction()
    .execute((tx) => limitRequests(app.parts, tx, { channel: 'sms', recipient, asker: { ip } }))
    .then(
      () => 'sent',
      (error: { code: string }) => error.code,
    );
const earlier = (seconds: number) =>
  app.parts.db
    .updateTable('message_requests')
    .set({ requested_at: new Date(Date.now() - seconds * 1000) })
    .execute();

test('a number gets one message a minute, three in ten minutes, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask('+77011112233', `10.0.1.${i}`)));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1);
  await earlier(61);
  expect(await ask('+77011112233')).toBe('sent');
  expect(await ask('+77011112233')).toBe('too_many');
  await earlier(61);
  expect(await ask('+77011112233')).toBe('sent');
  await earlier(61);
  expect(await ask('+77011112233')).toBe('too_many');
  await earlier(601);
  expect(await ask('+77011112233')).toBe('sent');
});

test('neither many numbers from one address, nor the numbers of one range from many, nor a flood from everywhere', async () => {
  const from_one = [];
  for (let i = 0; i < 25; i++)
    from_one.push(await ask(`+7701${String(i * 10_007).padStart(7, '0')}`, '10.9.9.9'));
  expect(from_one.filter((answer) => answer === 'sent')).toHaveLength(20);
  const of_range = [];
  for (let i = 0; i < 35; i++)
    of_range.push(await ask(`+7702555${String(i).padStart(4, '0')}`, `10.1.0.${i}`));
  expect(of_range.filter((answer) => answer === 'sent')).toHaveLength(30);
  const tight = { ...app.parts, config: { ...app.parts.config, messages_a_day: 55 } };
  const flood = [];
  for (let i = 0; i < 10; i++)
    flood.push(
      await app.parts.db
        .transaction()
        .execute((tx) =>
          limitRequests(tight, tx, {
            channel: 'sms',
            recipient: `+7705${i}001122`,
            asker: { ip: `10.2.0.${i}` },
          }),
        )
        .then(
          () => 'sent',
          (error: { code: string }) => error.code,
        ),
    );
  expect(flood.filter((answer) => answer === 'sent')).toHaveLength(5);
});

test.each([
  ['user_id', 30],
  ['invitation_id', 5],
  ['registration_id', 5],
] as const)('one %s causes %i messages an hour, to whomever', async (kind, most) => {
  const ask = (i: number) =>
    app.parts.db
      .transaction()
      .execute((tx) =>
        limitRequests(app.parts, tx, {
          channel: 'email',
          recipient: `${kind}${i}@many.example`,
          asker: { [kind]: 7 } as Asker,
        }),
      )
      .then(
        () => 'sent',
        (error: { code: string }) => error.code,
      );
  for (let i = 0; i < most; i++) expect(await ask(i)).toBe('sent');
  expect(await ask(most)).toBe('too_many');
  await earlier(3601);
  expect(await ask(most)).toBe('sent');
});

test('only mobile numbers of Kazakhstan are written to', async () => {
  for (const phone of ['+77272501234', '+79161234567', '+15551234567', '77011234567', ''])
    expect(await ask(phone)).toBe('field.phone');
});

test.each([
  ['kz', 'https://x.example/join/abc', 'https://x.example/join/abc?l=kz'],
  ['ru', 'https://x.example/i?hash=abc', 'https://x.example/i?hash=abc&l=ru'],
] as const)('a link in %s opens its page in the language of the message', async (locale, link, read) => {
  for (const secret of [[], ['link']]) {
    const recipient = `+7701555000${secret.length}`;
    await queueMessage(app.parts, app.parts.db, {
      kind: 'executor_invited',
      to: { channel: 'sms', recipient, locale },
      values: { company: 'ТОО «А»', link },
      secret,
    });
    const rows = await app.parts.db.selectFrom('messages').selectAll().execute();
    const row = rows.find((one) => one.recipient === recipient)!;
    expect(openMessage(app.parts, row).body).toContain(`: ${read}`);
  }
});

test('who comes by the link of an SMS gets his code at once, and no more of them than anybody', async () => {
  const asked = { channel: 'sms' as const, recipient: '+77011234567', asker: { ip: '10.0.0.1' } };
  const ask = (by_link: boolean) =>
    app.parts.db.transaction().execute((tx) => limitRequests(app.parts, tx, { ...asked, by_link }));
  await ask(false);
  await expect(ask(false)).rejects.toMatchObject({ code: 'too_many' });
  await ask(true);
  await ask(true);
  await earlier(9 * 60);
  const refused = await ask(true).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too_many' });
  // What is left of the ten minutes.
  expect((refused as { detail: { retry_after_s: number } }).detail.retry_after_s).toBeLessThanOrEqual(60);
});

/** What people write and is let in, and what was stored before it was refused. */
const ODD = [
  'Қызмет «№1» ӘҒҚҢӨҰҮҺІ – 50 % = 1+1 <b>ж</b> & ₸ ".-" \\ =?utf-8?Q?=41?=',
  '👩🏽‍🔧 1️⃣ 🇰🇿 \u00a0\u2009\u3000 e\u0301 \u0438\u0306 １ ﬁ ϓ \u2212 {{link}} $& %s',
  'قا\u200cز \u05d0 中文 \u{1f9d1}\u200d\u{1f680} ' + 'ұзақ сөз '.repeat(30),
  'Не более \u202e0001\u202c тг\u200b \u0000\u0007\u00ad\ufeff\u2066x\u2069\u{e0041}',
] as const;
const words = (text: string) => text.replace(/\s+/g, ' ').trim();

test('every value of every message is the same words in its subject, its letter and its SMS', async () => {
  const { letters, mail } = await mailServer();
  const { asked, url } = await gateway([{ body: { id: 1, cnt: 1 } }]);
  const sms = smscGateway({ login: 'k', password: 'p', sender: null, url });
  const expected: { subject: string; email: string; sms: string }[] = [];
  for (const [language, texts] of Object.entries({ ru, kz }))
    for (const kind of Object.keys(ru) as (keyof typeof ru)[]) {
      const text = texts[kind];
      const names = [
        ...Object.values(text)
          .join(' ')
          .matchAll(/\{\{(\w+)\}\}/g),
      ].map(([, name]) => name!);
      const first = expected.length;
      const odd = names.map((name, at) => [name, ODD[(first + at) % ODD.length]!] as const);
      // Part of it is an address of ours.
      const values = {
        ...Object.fromEntries(odd),
        ...(names.includes('link') && { link: 'https://k.example/x' }),
      };
      const said = {
        ...showHiddenIn(values),
        ...('link' in values && { link: `https://k.example/x?l=${language}` }),
      };
      expected.push({
        subject: words(fill(text.subject, said)),
        email: words(fill(text.email, said)),
        sms: words(fill(text.sms, said)),
      });
      for (const channel of ['email', 'sms'] as const)
        await queueMessage(app.parts, app.parts.db, {
          kind,
          to: {
            channel,
            recipient: channel === 'sms' ? '+77011234567' : 'a@kelisim.example',
            locale: language as 'ru' | 'kz',
          },
          values,
        });
    }
  for (let turn = 0; letters.length < expected.length && turn < expected.length; turn++)
    await sendMessages(parts({ mail, sms }));
  const read = letters.map(readLetter);
  expect(read.map(({ subject }) => subject).toSorted()).toEqual(
    expected.map(({ subject }) => subject).toSorted(),
  );
  expect(read.map(({ text }) => words(text)).toSorted()).toEqual(
    expected.map(({ email }) => email).toSorted(),
  );
  expect(asked.map(({ form }) => words(form.get('mes')!)).toSorted()).toEqual(
    expected.map((one) => one.sms).toSorted(),
  );
});

/** As a mail program reads it (RFC 2045, 2047). */
function readLetter(letter: string): { subject: string; text: string } {
  const at = letter.indexOf('\r\n\r\n');
  const head = letter.slice(0, at).replace(/\r\n[ \t]/g, ' ');
  const [, subject = ''] = /^Subject: (.*)$/m.exec(head)!;
  const quoted = (text: string) =>
    Buffer.from(
      text
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    );
  const encoding = /^Content-Transfer-Encoding: (.*)$/m.exec(head)![1]!;
  const body = letter.slice(at + 4);
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quoted(body)
        : body;
  const coded = /=\?utf-8\?([BQ])\?([^?\s]*)\?=/gi;
  return {
    text: bytes.toString(),
    subject: subject
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(coded, (_, way: string, code: string) =>
        (way === 'B' ? Buffer.from(code, 'base64') : quoted(code.replace(/_/g, ' '))).toString(),
      ),
  };
}

// whatever a person may have written into a name, no line of it is read as a header.
test('no value of any message becomes a header of its e-mail', async () => {
  const { letters, mail } = await mailServer();
  const kinds = Object.keys(ru) as (keyof typeof ru)[];
  for (const [language, texts] of Object.entries({ ru, kz }))
    for (const kind of kinds) {
      const { subject, email } = texts[kind];
      const names = [...`${subject} ${email}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
      const values = names.map((name) => [name, `${name}\r\nBcc: evil@kelisim.example\r\n\r\nx\u2028y`]);
      await queueMessage(app.parts, app.parts.db, {
        kind,
        to: { channel: 'email', recipient: 'a@kelisim.example', locale: language as 'ru' | 'kz' },
        values: Object.fromEntries(values) as Record<string, string>,
      });
    }
  for (let turn = 0; letters.length < kinds.length * 2 && turn < kinds.length; turn++)
    await sendMessages(parts({ mail }));
  expect(letters).toHaveLength(kinds.length * 2);
  for (const letter of letters) {
    const [head = ''] = letter.split('\r\n\r\n');
    const names = head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.split(':')[0]);
    expect(names.toSorted()).toEqual([
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
  }
});
