import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Damaged, isRecipient, newIdentity, openWith, sealFor, WrongKey } from './age.ts';

const paper = await newIdentity();
const drill = await newIdentity();

test('what was sealed for two keys is opened by each of them', async () => {
  for (const size of [0, 1, 65_536, 200_000]) {
    const bytes = randomBytes(size);
    const sealed = await sealFor([paper.recipient, drill.recipient], bytes);
    for (const { identity } of [paper, drill])
      expect((await openWith([` ${identity.toLowerCase()}\n`], sealed)).equals(bytes)).toBe(true);
  }
});

test('a recipient is told from what is none', async () => {
  expect(paper.identity).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/);
  expect(isRecipient(paper.recipient)).toBe(true);
  for (const text of [
    '',
    'age1',
    paper.recipient.slice(0, -1) + (paper.recipient.endsWith('q') ? 'p' : 'q'),
    paper.identity,
    paper.recipient.slice(1),
  ])
    expect([text, isRecipient(text)]).toEqual([text, false]);
  await expect(sealFor([], Buffer.from('x'))).rejects.toThrow();
  await expect(sealFor(['age1nobody'], Buffer.from('x'))).rejects.toThrow();
});

test('another key opens nothing, and a mistyped one is said to be mistyped', async () => {
  const sealed = await sealFor([paper.recipient], Buffer.from('x'));
  await expect(openWith([drill.identity], sealed)).rejects.toThrow(WrongKey);
  await expect(openWith([], sealed)).rejects.toThrow(WrongKey);
  const mistyped = paper.identity.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q'));
  await expect(openWith([mistyped], sealed)).rejects.toThrow(/mistyped/);
});

test('a byte that differs, a cut and what follows the end are damage', async () => {
  const sealed = await sealFor([paper.recipient], randomBytes(70_000));
  for (const at of [0, 60, 110, 180, 300, 66_000, sealed.length - 1]) {
    const bent = Buffer.from(sealed);
    bent.writeUInt8(bent.readUInt8(at) ^ 1, at);
    await expect(openWith([paper.identity], bent), `byte ${at}`).rejects.toThrow(/^(?!.*mistyped)/);
  }
  for (const length of [0, 20, 230, 65_000, sealed.length - 1])
    await expect(openWith([paper.identity], sealed.subarray(0, length)), `cut to ${length}`).rejects.toThrow(
      Damaged,
    );
  const longer = Buffer.concat([sealed, Buffer.alloc(1)]);
  await expect(openWith([paper.identity], longer)).rejects.toThrow(Damaged);
});
