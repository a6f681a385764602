import { expect, test } from 'vitest';
import { stateTable } from './state-machine.ts';

const door = stateTable<'open' | 'shut', 'push' | 'knock', 'guest' | 'host'>(
  ['open', 'shut'],
  [
    { from: 'shut', action: 'push', by: 'guest', to: 'open' },
    { from: 'shut', action: 'knock', by: 'guest', to: 'shut' },
    { from: 'open', action: 'push', by: 'host', to: 'shut' },
  ],
);

test('answers where a move leads, and null for what is not in the table', () => {
  expect(door.next('shut', 'push', 'guest')).toBe('open');
  expect(door.next('shut', 'push', 'host')).toBeNull();
  expect(door.next('open', 'knock', 'guest')).toBeNull();
  expect(door.actions('shut', 'guest')).toEqual(['push', 'knock']);
  expect(door.actions('open', 'guest')).toEqual([]);
});

test('a double move does not even start', () => {
  const move = { from: 'a', action: 'go', by: 'x', to: 'a' } as const;
  expect(() => stateTable(['a'], [move, move])).toThrow('double move a|go|x');
});
