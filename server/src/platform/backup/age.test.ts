import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { Damaged, isRecipient, newIdentity, openWith, recipientOf, sealFor, WrongKey } from './age.ts';

const paper = newIdentity();
const drill = newIdentity();
const SIZES = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

test('identities and recipients are those of age', async () => {
  expect(paper.identity).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/);
  expect(await identityToRecipient(paper.identity)).toBe(paper.recipient);
  expect(recipientOf(` ${paper.identity.toLowerCase()}\n`)).toBe(paper.recipient);
  expect(isRecipient(paper.recipient)).toBe(true);
  for (const text of [
    '',
    'age1',
    `${paper.recipient.slice(0, -1)}q`,
    paper.identity,
    paper.recipient.slice(1),
  ])
    expect([text, isRecipient(text)]).toEqual([text, false]);
});

test.each(SIZES)(
  '%i bytes sealed here are opened by another program of age, and the other way round',
  async (size) => {
    const bytes = randomBytes(size);
    const decrypter = new Decrypter();
    decrypter.addIdentity(drill.identity);
    const sealed = sealFor([paper.recipient, drill.recipient], bytes);
    expect(Buffer.from(await decrypter.decrypt(sealed)).equals(bytes)).toBe(true);
    const encrypter = new Encrypter();
    encrypter.addRecipient(paper.recipient);
    const theirs = Buffer.from(await encrypter.encrypt(bytes));
    expect(openWith([drill.identity, paper.identity], theirs).equals(bytes)).toBe(true);
  },
);

test('another key opens nothing, and a mistyped one is said to be mistyped', () => {
  const sealed = sealFor([paper.recipient], Buffer.from('x'));
  expect(() => openWith([drill.identity], sealed)).toThrow(WrongKey);
  expect(() => openWith([], sealed)).toThrow(WrongKey);
  expect(() => openWith([paper.identity.replace(/.$/, 'Q')], sealed)).toThrow(/mistyped/);
  expect(() => sealFor([], Buffer.from('x'))).toThrow();
  expect(() => sealFor(['age1nobody'], Buffer.from('x'))).toThrow();
});

test('a byte that differs anywhere, a cut and a swap of chunks are noticed', () => {
  const bytes = randomBytes(200_000);
  const sealed = sealFor([paper.recipient], bytes);
  const body = sealed.indexOf('\n--- ') + 50;
  const places = [...Array.from({ length: body + 40 }, (_, at) => at), body + 70_000, sealed.length - 1];
  for (const at of places) {
    const bent = Buffer.from(sealed);
    bent[at]! ^= 1;
    expect(() => openWith([paper.identity], bent), `byte ${at}`).toThrow();
  }
  const chunk = 65_536 + 16;
  const end = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1 + 16;
  for (const length of [0, 20, body, end, end + 5, end + chunk, end + 2 * chunk, sealed.length - 1])
    expect(() => openWith([paper.identity], sealed.subarray(0, length)), `cut to ${length}`).toThrow(Damaged);
  const swapped = Buffer.concat([
    sealed.subarray(0, end),
    sealed.subarray(end + chunk, end + 2 * chunk),
    sealed.subarray(end, end + chunk),
    sealed.subarray(end + 2 * chunk),
  ]);
  expect(() => openWith([paper.identity], swapped)).toThrow(Damaged);
  expect(() => openWith([paper.identity], Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow(Damaged);
});
