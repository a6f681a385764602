import { expect, test } from 'vitest';
import { workTogether } from './work-together.ts';

test('does together what is asked for while it works, each key once, and answers each', async () => {
  const rounds: number[][] = [];
  const ends: (() => void)[] = [];
  const double = workTogether(async (keys: readonly number[]) => {
    rounds.push([...keys]);
    await new Promise<void>((done) => ends.push(done));
    return new Map(keys.filter((key) => key !== 4).map((key) => [key, key * 2]));
  });
  const first = double(1);
  await Promise.resolve();
  await Promise.resolve();
  const others = [double(2), double(3), double(2), double(4)];
  expect(rounds).toEqual([[1]]);
  ends.shift()!();
  expect(await first).toBe(2);
  expect(rounds).toEqual([[1], [2, 3, 4]]);
  ends.shift()!();
  expect(await Promise.all(others)).toEqual([4, 6, 4, undefined]);
});

test('tells all of a round that it failed, and nobody of the next', async () => {
  const half = workTogether((keys: readonly number[]) =>
    keys.some((key) => key % 2 === 1)
      ? Promise.reject(new Error(`odd: ${keys.join(' ')}`))
      : Promise.resolve(new Map(keys.map((key) => [key, key / 2]))),
  );
  const failed = Promise.allSettled([half(1), half(2)]);
  expect(await failed).toMatchObject([
    { reason: { message: 'odd: 1 2' } },
    { reason: { message: 'odd: 1 2' } },
  ]);
  expect(await half(2)).toBe(1);
});
