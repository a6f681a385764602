import { expect, it } from 'vitest';
import { readZip, ZipUnreadable } from './read-zip.ts';

interface Packed {
  name: string | Uint8Array<ArrayBuffer>;
  text: string;
  /** What the directory says, where it lies. */
  size?: number;
  flags?: number;
  method?: number;
}

const encode = (text: string) => new TextEncoder().encode(text);
/** Numbers of two or four bytes at their places. */
function record(length: number, two: Record<number, number>, four: Record<number, number>) {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, value] of Object.entries(two)) view.setUint16(Number(at), value, true);
  for (const [at, value] of Object.entries(four)) view.setUint32(Number(at), value, true);
  return view.buffer;
}

/** An archive as programs write it: local heads, a directory, its end and a comment. */
async function zipOf(...files: Packed[]): Promise<Blob> {
  const [bodies, entries]: [BlobPart[], BlobPart[]] = [[], []];
  let at = 0;
  for (const { name: called, text, size, flags = 0, method = 8 } of files) {
    const name = typeof called === 'string' ? encode(called) : called;
    const plain = new Blob([text]);
    const deflated = plain.stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = method === 0 ? plain : await new Response(deflated).blob();
    bodies.push(record(30, { 26: name.length, 28: 4 }, { 0: 0x04034b50 }), name, record(4, {}, {}), packed);
    const entry = { 0: 0x02014b50, 20: packed.size, 24: size ?? plain.size, 42: at };
    entries.push(record(46, { 8: flags, 10: method, 28: name.length }, entry), name);
    at += 34 + name.length + packed.size;
  }
  const list = new Blob(entries);
  const end = record(22, { 10: files.length }, { 0: 0x06054b50, 12: list.size, 16: at });
  return new Blob([...bodies, list, end, 'комментарий']);
}
const firstOf = async (zip: Blob) => (await readZip(zip))![0]!;

it('reads files packed and plain, by their names without folders', async () => {
  const zip = await zipOf(
    { name: 'Сканы/', text: '', method: 0 },
    { name: 'Сканы/Договор № 1.pdf', text: 'один'.repeat(1000) },
    { name: '__MACOSX/._1.pdf', text: 'x' },
    { name: new Uint8Array([0x84, 0xae, 0xa3, 0x2e, 0x70, 0x64, 0x66]), text: 'два', method: 0 },
  );
  const entries = (await readZip(zip))!;
  expect(entries.map(({ name }) => name)).toEqual(['Договор № 1.pdf', 'Дог.pdf']);
  const files = await Promise.all(entries.map((entry) => entry.read()));
  expect(await files[0]!.text()).toBe('один'.repeat(1000));
  expect(await files[1]!.text()).toBe('два');
});

it('gives back no more than the directory says, and nothing of what has a password', async () => {
  for (const odd of [{ size: 5 }, { size: 5000 }, { flags: 1 }, { method: 12 }]) {
    const entry = await firstOf(await zipOf({ name: '1.pdf', text: 'один'.repeat(100), ...odd }));
    await expect(entry.read()).rejects.toThrow(ZipUnreadable);
  }
});

it('knows what is no archive', async () => {
  expect(await readZip(new Blob(['x'.repeat(100)]))).toBeNull();
  expect(await readZip(new Blob([]))).toBeNull();
  const whole = await zipOf({ name: '1.pdf', text: 'один' });
  expect(await readZip(whole.slice(20))).toBeNull();
});
