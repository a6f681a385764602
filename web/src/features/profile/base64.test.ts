import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

it('carries every byte there and back', async () => {
  const bytes = Uint8Array.from({ length: 256 * 40 }, (_, at) => (at * 7) % 256);
  const text = await toBase64(new Blob([bytes]));
  expect(text.slice(0, 8)).toBe('AAcOFRwj');
  expect(new Uint8Array(await fromBase64(text).arrayBuffer())).toEqual(bytes);
});
