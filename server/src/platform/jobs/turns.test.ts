import { expect, test } from 'vitest';
import { makeTurns, type Turns } from './turns.ts';

/** Asks for a turn and tells whose turns begin, in their order. */
function makeQueue(turns: Turns) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    async ask(company_id: number, name: string) {
      void turns.take(company_id).then((end) => {
        began.push(name);
        ends.set(name, end);
      });
      await Promise.resolve();
    },
    async end(name: string) {
      ends.get(name)!();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('one company gets its share of the places, and the others are left to the next', async () => {
  const { began, ask } = makeQueue(makeTurns({ at_once: 4, of_company: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) await ask(1, name);
  expect(began).toEqual(['a1', 'a2']);
  await ask(2, 'b1');
  expect(began).toEqual(['a1', 'a2', 'b1']);
});

test('places go round the companies, and within a company by their order', async () => {
  const queue = makeQueue(makeTurns({ at_once: 1, of_company: 1 }));
  for (const [company_id, name] of [
    [1, 'a1'],
    [1, 'a2'],
    [1, 'a3'],
    [2, 'b1'],
    [2, 'b2'],
    [3, 'c1'],
  ] as const)
    await queue.ask(company_id, name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await queue.end(name);
  expect(queue.began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('a place is wanted by who could take it', async () => {
  const turns = makeTurns({ at_once: 2, of_company: 1 });
  const { ask } = makeQueue(turns);
  await ask(1, 'a1');
  expect(turns.isWanted(1)).toBe(false);
  await ask(1, 'a2');
  expect([turns.isWanted(1), turns.waiting()]).toEqual([true, [1]]);
  await ask(2, 'b1');
  // The place of the second company is of no use to the first, which has its share.
  expect(turns.isWanted(2)).toBe(false);
});
