import { expect, test } from 'vitest';
import { bounded } from './bounded.ts';

test('two at once, three more wait in order, and the sixth is refused until one has finished', async () => {
  const inTurn = bounded({ at_once: 2, most_waiting: 3, retry_after_s: 7 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const job = (name: number) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
    });
  const jobs = [1, 2, 3, 4, 5].map(job);
  await expect(job(6)).rejects.toMatchObject({ code: 'busy', detail: { retry_after_s: 7 } });
  expect(begun).toEqual([1, 2]);
  ends[0]!();
  await jobs[0];
  expect(begun).toEqual([1, 2, 3]);
  jobs.push(job(7));
  for (let at = 1; at < 6; at++) {
    ends[at]!();
    await jobs[at];
  }
  expect(begun).toEqual([1, 2, 3, 4, 5, 7]);
});

test('a job that fails gives its place back', async () => {
  const inTurn = bounded({ at_once: 1, most_waiting: 0, retry_after_s: 1 });
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(async () => 'next')).toBe('next');
});
