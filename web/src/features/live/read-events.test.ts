import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

async function read(...chunks: string[]) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of bytes) controller.enqueue(chunk);
      controller.close();
    },
  });
  const data: string[] = [];
  let beats = 0;
  await readEvents(
    body,
    (one) => data.push(one),
    () => beats++,
  );
  return { data, beats };
}

it('reads events however they are cut, and hears comments as a sign of life', async () => {
  expect(await read('data: {"a"', ':1}\n', '\ndata:2\n\n', ':\n\n')).toEqual({
    data: ['{"a":1}', '2'],
    beats: 4,
  });
  expect(await read('event: x\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual({ data: ['a\nb'], beats: 1 });
  expect(await read('data: cut off')).toEqual({ data: [], beats: 1 });
});

it('reads a letter whose bytes come apart', async () => {
  const [first, second] = [
    new Uint8Array([0x64, 0x61, 0x74, 0x61, 0x3a, 0xd2]),
    new Uint8Array([0x9b, 10, 10]),
  ];
  const data: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(first);
      controller.enqueue(second);
      controller.close();
    },
  });
  await readEvents(
    body,
    (one) => data.push(one),
    () => undefined,
  );
  expect(data).toEqual(['қ']);
});
