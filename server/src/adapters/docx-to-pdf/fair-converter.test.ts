import { expect, test } from 'vitest';
import { ConversionFailed } from './docx-to-pdf.ts';
import { fairConverter } from './fair-converter.ts';

/** A converter that ends each file when it is told to. */
function byHand() {
  const begun: { name: string; end(): void }[] = [];
  const convert = (docx: Uint8Array) =>
    new Promise<Uint8Array>((resolve) => {
      begun.push({ name: Buffer.from(docx).toString(), end: () => resolve(docx) });
    });
  return { begun, convert, close: async () => undefined };
}
const file = (name: string) => Buffer.from(name);
const settle = () => new Promise(setImmediate);

test('a file of one company waits for one file of another, not for all of them', async () => {
  const hand = byHand();
  const fair = fairConverter(hand, 1);
  const all = ['a1', 'a2', 'a3'].map((name) => fair.convert(file(name), 1));
  all.push(fair.convert(file('b1'), 2));
  for (let at = 0; at < all.length; at += 1) {
    expect(hand.begun).toHaveLength(at + 1);
    hand.begun[at]!.end();
    await settle();
  }
  expect(hand.begun.map(({ name }) => name)).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect((await Promise.all(all)).map(String)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('one that fails gives its turn to the next, and what waits is told of the end', async () => {
  const fair = fairConverter(
    { convert: async () => Promise.reject(new ConversionFailed('timeout')), close: async () => undefined },
    1,
  );
  await expect(fair.convert(file('a'), 1)).rejects.toMatchObject({ reason: 'timeout' });
  await expect(fair.convert(file('a'), 1)).rejects.toMatchObject({ reason: 'timeout' });
  const hand = byHand();
  const closed = fairConverter(hand, 1);
  void closed.convert(file('a'), 1);
  const waiting = closed.convert(file('b'), 2);
  await closed.close();
  await expect(waiting).rejects.toMatchObject({ reason: 'closed' });
});
