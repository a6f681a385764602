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

test('does one by one what it cannot do together, and tells of a failure whom it concerns', async () => {
  const rounds: number[][] = [];
  const half = workTogether((keys: readonly number[]) => {
    rounds.push([...keys]);
    return keys.some((key) => key % 2 === 1)
      ? Promise.reject(new Error(`odd: ${keys.join(' ')}`))
      : Promise.resolve(new Map(keys.map((key) => [key, key / 2])));
  });
  expect(await Promise.allSettled([half(1), half(2), half(4)])).toMatchObject([
    { reason: { message: 'odd: 1' } },
    { value: 1 },
    { value: 2 },
  ]);
  expect(await half(6)).toBe(3);
  expect(rounds).toEqual([[1, 2, 4], [1], [2], [4], [6]]);
});

test('tries nothing one by one while the database is away', async () => {
  let tried = 0;
  const away = workTogether(() => {
    tried += 1;
    return Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
  });
  expect(await Promise.allSettled([away(1), away(2)])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(tried).toBe(1);
});
